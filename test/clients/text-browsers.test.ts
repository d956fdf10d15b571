import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { html, startSite } from '../support/browser/site.ts'
import { startService } from '../support/service/service.ts'

const DOWN = '\u001b[B'
/** Keys that a person presses to fill in the only field of a page and to press the button after it. */
const BROWSERS = [
  { command: 'lynx', keys: ['Hello', DOWN, '\r'] },
  { command: 'w3m', keys: ['\t', '\r', 'Hello', '\r', '\t', '\r'] },
] as const
/** Control sequences of a terminal (ECMA-48); programs also move the cursor over what is already blank. */
const CONTROL = /\u001b(?:\[[\d;?]*[ -/]*[@-~]|[()][0-9A-Z]|[=>])/g

for (const { command, keys } of BROWSERS) {
  const missing = [command, 'script'].find((name) => !existsSync(`/usr/bin/${name}`))
  const skip = missing === undefined ? false : `no ${missing}`
  test(`${command} sends a form and shows the receipt`, { skip }, async () => {
    await using service = await startService()
    const endpoint = await service.createEndpoint()
    const form = `<form method="post" action="${endpoint.endpoint_url}"><input name="message"> <input type="submit" value="Send"></form>`
    await using site = await startSite({ '/contact': html(form) })
    await using terminal = await openTerminal(`${command} ${site.origin}/contact`)
    await terminal.shows('Send')
    for (const key of keys) await terminal.type(key)
    await terminal.shows('Thank you')
    const stored = await service.sql('SELECT count(*) AS stored FROM submissions')
    assert.equal(Number(stored[0]?.stored), 1)
  })
}

/** Runs a program in a terminal of 80 by 24 characters, with a home folder of its own. */
async function openTerminal(command: string) {
  const home = await mkdtemp(path.join(tmpdir(), 'formslot-terminal-'))
  const child = spawn('script', ['-qfc', `stty rows 24 cols 80; exec ${command}`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm', LANG: 'C.UTF-8' },
  })
  const arrived = new EventEmitter()
  let screen = ''
  child.stdout.on('data', (bytes) => {
    screen += String(bytes)
    arrived.emit('output')
  })
  return {
    async shows(text: string): Promise<void> {
      while (!screen.replace(CONTROL, ' ').includes(text)) await once(arrived, 'output')
    },
    /** Types, and waits until the program has answered. */
    async type(keys: string): Promise<void> {
      const answered = once(arrived, 'output')
      child.stdin.write(keys)
      await answered
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close')
      child.kill()
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

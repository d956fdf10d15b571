import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
const CLI = path.join(import.meta.dirname, 'node_modules/skills/bin/cli.mjs')
const INSTALLED = '.claude/skills/formslot/SKILL.md'

/** Runs `skills add` in an empty project; returns what it printed and the files that it left. */
async function addSkills(base: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-skills-'))
  try {
    const env = { PATH: process.env.PATH, HOME: folder, DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1', CI: '1' }
    const options = { cwd: folder, env, timeout: 60_000 }
    const { stdout } = await run(
      process.execPath,
      [CLI, 'add', base, '--yes', '--agent', 'claude-code'],
      options,
    ).catch((error: { stdout: string }) => error)
    const files = await readdir(folder, { recursive: true })
    const skill = files.includes(INSTALLED) ? await readFile(path.join(folder, INSTALLED)) : null
    return { stdout, files: files.filter((file) => /skill/i.test(file)), skill }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the skills client installs exactly the bytes of /skill.md', async () => {
  await using service = await startService()
  const { skill, stdout } = await addSkills(service.base)
  assert.ok(skill, stdout)
  const served = Buffer.from(await (await fetch(`${service.base}/skill.md`)).arrayBuffer())
  assert.ok(skill.equals(served))
})

test('the skills client installs nothing when a byte was changed on the way', async (t) => {
  await using service = await startService()
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(`${service.base}${request.url}`)
    const text = await answer.text()
    const isSkill = request.url === '/skill.md'
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(isSkill ? text.replace('One POST', 'one POST') : text)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => proxy.close())
  const { skill, files, stdout } = await addSkills(
    `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  )
  assert.equal(skill, null, stdout)
  assert.deepEqual(files, [])
})

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openGuide } from '../support/docs/guide.ts'
import { startServiceProcess } from '../support/service/service-process.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const PREFIX = path.join(tmpdir(), 'formslot-systemd-')
/** Exposure of a unit as `systemd-analyze security` counts it, in tenths; 100 is a unit without any sandbox. */
const EXPOSURE_LIMIT = 20

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const hasStrace = spawnSync('strace', ['-V']).status === 0

/** Reads the units of the guide by their names. */
async function readUnits(): Promise<Map<string, string>> {
  const guide = await openGuide('self-hosting.md', '')
  // Other files in this format are settings of containers.
  const units = guide.blocks('ini').flatMap((text): [string, string][] => {
    const [, name] = /^# \/etc\/systemd\/system\/(\S+)\n/.exec(text) ?? []
    return name === undefined ? [] : [[name, text]]
  })
  return new Map(units)
}

/** Lists the values of a directive, in order. */
function valuesOf(unit: string | undefined, directive: string): string[] {
  return [...(unit ?? '').matchAll(new RegExp(`^${directive}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** Returns the lines that define who runs a command, and with what. */
function contextOf(unit: string | undefined): Record<string, string[]> {
  const names = ['User', 'DynamicUser', 'WorkingDirectory', 'EnvironmentFile', 'Environment', 'UMask']
  return Object.fromEntries(names.map((name) => [name, valuesOf(unit, name)]))
}

test('the units restart the service forever, except after a wrong setting, and are private to its user', async () => {
  const units = await readUnits()
  assert.deepEqual(
    [...units.keys()],
    ['formslot.service', 'formslot-backup.service', 'formslot-backup.timer'],
  )
  const service = units.get('formslot.service')
  for (const [directive, value] of [
    ['StartLimitIntervalSec', '0'],
    ['Restart', 'always'],
    ['RestartPreventExitStatus', '78'],
    ['UMask', '0077'],
    ['ProtectSystem', 'strict'],
    ['CapabilityBoundingSet', ''],
    ['SystemCallFilter', '@system-service'],
  ] as const) {
    assert.deepEqual(valuesOf(service, directive), [value], directive)
  }
  assert.deepEqual(valuesOf(service, 'MemoryDenyWriteExecute'), [], 'V8 compiles code at run time')
  const [unitSection = ''] = (service ?? '').split('[Service]')
  assert.match(unitSection, /^StartLimitIntervalSec=/m, 'in another section it has no effect')
  // Another user would leave files that the service cannot open.
  assert.deepEqual(contextOf(units.get('formslot-backup.service')), contextOf(service))
})

test('the script for commands runs them as the service does', async () => {
  const guide = await openGuide('self-hosting.md', '')
  const script = guide.blocks('bash').find((text) => text.includes('systemd-run')) ?? ''
  const context = contextOf((await readUnits()).get('formslot.service'))
  for (const name of ['User', 'DynamicUser', 'EnvironmentFile', 'UMask']) {
    assert.ok(script.includes(`--property=${name}=${context[name]}`), name)
  }
  assert.ok(script.includes(`--setenv=${context.Environment}`))
  assert.ok(script.includes(`--working-directory=${context.WorkingDirectory}`))
  await using folder = await mkdtempDisposable(PREFIX)
  // The script passes its words on, whatever they contain.
  await writeFile(path.join(folder.path, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { PATH: `${folder.path}:${process.env.PATH}` }
  const words = ['plan', 'set', 'jane@acme.org', 'a plan']
  const { stdout } = await run('sh', ['-c', script, 'formslot', ...words], { env })
  assert.deepEqual(stdout.trimEnd().split('\n').slice(-6), [
    '/opt/formslot/node_modules/.bin/node',
    'src/main.js',
    ...words,
  ])
})

test('systemd finds no fault in the units, and little that they expose', {
  skip: hasSystemd ? false : 'systemd-analyze is not installed',
}, async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const units = await readUnits()
  for (const [name, text] of units) {
    const here = text.replaceAll('/opt/formslot', ROOT).replaceAll('/etc/formslot/env', '/dev/null')
    await writeFile(path.join(folder.path, name), here)
  }
  const files = [...units.keys()].map((name) => path.join(folder.path, name))
  const verified = await run('systemd-analyze', ['verify', '--man=no', ...files])
  assert.equal(verified.stderr, '')
  const threshold = `--threshold=${EXPOSURE_LIMIT}`
  await run('systemd-analyze', [
    'security',
    '--offline=true',
    threshold,
    path.join(folder.path, 'formslot.service'),
  ])
})

test('the service makes no system call that its unit refuses', {
  skip: hasSystemd && hasStrace ? false : 'systemd-analyze or strace is not installed',
}, async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const summary = path.join(folder.path, 'calls')
  {
    await using service = await startServiceProcess({
      dataDir: path.join(folder.path, 'data'),
      under: ['strace', '-f', '-c', '-o', summary],
    })
    assert.ok(service)
    const send = (address: string, form: Record<string, string>) =>
      fetch(new URL(address, service.base), { method: 'POST', body: new URLSearchParams(form) })
    const made: Response = await send('/new', { recipient: 'ada@lovelace.dev' })
    const { endpoint_url: endpoint } = (await made.json()) as { endpoint_url: string }
    assert.equal((await send(endpoint, { message: 'hello' })).status, 200)
    await service.stop()
  }
  const used = (await readFile(summary, 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/).at(-1) ?? '')
    .filter((word) => /^[a-z][a-z0-9_]*$/.test(word) && !['syscall', 'total'].includes(word))
  assert.ok(used.length > 30)
  const allowed = await expandSet('@system-service')
  assert.deepEqual(
    used.filter((call) => !allowed.has(call)),
    [],
  )
})

async function expandSet(name: string): Promise<Set<string>> {
  const { stdout } = await run('systemd-analyze', ['syscall-filter', name])
  const words = stdout
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const parts = await Promise.all(words.map((word) => (word.startsWith('@') ? expandSet(word) : [word])))
  return new Set(parts.flatMap((part) => [...part]))
}

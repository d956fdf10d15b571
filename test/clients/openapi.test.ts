import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const PROGRAMS = path.join(import.meta.dirname, 'node_modules/.bin')
const skip = existsSync(path.join(PROGRAMS, 'redocly')) ? false : 'npm run clients was not run'

/** None of these programs reports its use or asks for a newer version. */
const OFFLINE = {
  PATH: process.env.PATH,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
}
const TYPE_CHECK = [
  ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'],
  ...['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable'],
]

/** Writes the document of a service into a folder, and runs programs of others there. */
async function openFolder(base: string) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-openapi-'))
  const place = folder.path
  await writeFile(path.join(place, 'openapi.json'), await (await fetch(`${base}/openapi.json`)).text())
  await writeFile(path.join(place, 'package.json'), '{"type":"module"}')
  await symlink(path.join(import.meta.dirname, 'node_modules'), path.join(place, 'node_modules'))
  const start = (file: string, args: readonly string[]) =>
    run(file, args, { cwd: place, env: { ...OFFLINE, HOME: place }, maxBuffer: 64 * 1024 * 1024 })
  return {
    place,
    /** Runs a program; rejects with its output when it fails. */
    program: (name: string, ...args: string[]) => start(path.join(PROGRAMS, name), args),
    typeCheck: (...files: string[]) =>
      start(path.join(ROOT, 'node_modules/.bin/tsc'), [...TYPE_CHECK, ...files]),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

test('linters of others find no error in the OpenAPI document', { skip }, async () => {
  await using service = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.acme.org' } })
  await using folder = await openFolder(`http://127.0.0.1:${service.port}`)
  await folder.program('redocly', 'lint', 'openapi.json', '--extends=recommended')
  await writeFile(path.join(folder.place, 'rules.yaml'), 'extends: ["spectral:oas"]\n')
  await folder.program(
    'spectral',
    'lint',
    'openapi.json',
    '--ruleset',
    'rules.yaml',
    '--fail-severity',
    'error',
  )
})

test('generators of others make clients that type-check, and one creates an endpoint', { skip }, async () => {
  await using service = await startService()
  await using folder = await openFolder(service.base)
  await folder.program('openapi-typescript', 'openapi.json', '-o', 'types.d.ts')
  await folder.program('openapi-ts', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch')
  const config = {
    input: './openapi.json',
    output: { target: './orval.ts', client: 'fetch', baseUrl: service.base },
  }
  await writeFile(
    path.join(folder.place, 'orval.config.mjs'),
    `export default ${JSON.stringify({ formslot: config })}\n`,
  )
  await folder.program('orval', '--config', 'orval.config.mjs')
  await folder.typeCheck('types.d.ts', 'hey/index.ts', 'hey/sdk.gen.ts', 'orval.ts')

  const client = await import(path.join(folder.place, 'orval.ts'))
  const created = await client.createEndpoint({ recipient: 'ada@lovelace.dev' })
  assert.equal(created.status, 201)
  assert.match(created.data.form_id, /^f_/)
  const status = await client.probeStatus(created.data.form_id)
  assert.equal(status.data.state, 'unclaimed')
  const refused = await client.createEndpoint({ recipient: 'you@yourdomain.com' })
  assert.equal(refused.status, 400)
  assert.equal(refused.data.code, 'recipient_placeholder')
})

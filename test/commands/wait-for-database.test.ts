import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { freePort } from '../../src/runtime/listening.ts'
import { anyPostgres } from '../support/postgres/postgres.ts'
import { startProgram } from '../support/service/program.ts'
import { until } from '../support/service/until.ts'

const PREFIX = path.join(tmpdir(), 'formslot-waiting-')

function countEvents(errors: string, name: string): number {
  return errors.split('\n').filter((line) => line.includes(`"msg":"${name}"`)).length
}

async function statusOf(url: string): Promise<number | null> {
  return fetch(url).then(
    (answer) => answer.status,
    () => null,
  )
}

test('waits for a database that is not there yet: answers probes meanwhile, and logs it once', async () => {
  await using postgres = await anyPostgres()
  await using folder = await mkdtempDisposable(PREFIX)
  const address = new URL(await postgres.createDatabase())
  const server = { host: address.hostname, port: Number(address.port) }
  address.port = String(await freePort('127.0.0.1'))
  const port = await freePort('127.0.0.1')
  await using program = startProgram({
    FORMSLOT_DATA_DIR: folder.path,
    FORMSLOT_DATABASE_URL: address.href,
    FORMSLOT_PORT: String(port),
  })
  const base = `http://127.0.0.1:${port}`
  await until(async () => (await statusOf(`${base}/healthz`)) === 200)
  assert.equal(await statusOf(`${base}/readyz`), 503)
  const refused = await fetch(`${base}/f/f_00000000`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'x'.repeat(100_000) }),
  })
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(((await refused.json()) as { code: string }).code, 'store_unavailable')
  const page = await fetch(base, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal(countEvents(program.errors(), 'database_unreachable'), 1)

  // The database appears at its address.
  await using proxy = createServer((socket) => {
    const upstream = connect(server)
    socket.pipe(upstream).pipe(socket)
    for (const each of [socket, upstream]) each.on('error', () => each.destroy())
  }).listen(Number(address.port), '127.0.0.1')
  await once(proxy, 'listening')
  await until(async () => (await statusOf(`${base}/readyz`)) === 200)
  const made = await fetch(`${base}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: 'ada@lovelace.dev' }),
  })
  assert.equal(made.status, 201)
  assert.equal(countEvents(program.errors(), 'database_unreachable'), 1)
  assert.equal(countEvents(program.errors(), 'database_reachable'), 1)
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, [0, null])
})

test('stops with 0 while it waits for its database', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using program = startProgram({
    FORMSLOT_DATA_DIR: folder.path,
    FORMSLOT_DATABASE_URL: `postgres://formslot@127.0.0.1:${await freePort('127.0.0.1')}/formslot`,
  })
  await until(() => countEvents(program.errors(), 'database_unreachable') === 1)
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, [0, null])
})

test('ends with 78 when the password or the name of the database is wrong', async () => {
  await using postgres = await anyPostgres()
  await using folder = await mkdtempDisposable(PREFIX)
  const url = await postgres.createDatabase()
  const password = new URL(url)
  password.password = 'wrong'
  const name = new URL(url)
  name.pathname = '/absent'
  for (const wrong of [password, name]) {
    await using program = startProgram({
      FORMSLOT_DATA_DIR: folder.path,
      FORMSLOT_DATABASE_URL: wrong.href,
    })
    assert.deepEqual(await program.exit, [78, null])
    assert.match(program.errors(), /^Formslot cannot start: the PostgreSQL server .* cannot be used/)
    assert.ok(!program.errors().includes('wrong'))
  }
})

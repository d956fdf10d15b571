import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { VERSION } from '../../src/version.ts'
import { startProgram } from '../support/service/program.ts'
import { until } from '../support/service/until.ts'

const PREFIX = path.join(tmpdir(), 'formslot-')

/** Begins a request that is completed later. */
async function halfRequest(program: ReturnType<typeof startProgram>) {
  const base = new URL((await program.listens()).base)
  const socket = connect(Number(base.port), base.hostname)
  await once(socket, 'connect')
  socket.on('error', () => socket.destroy())
  socket.write(
    `POST /new HTTP/1.1\r\nHost: ${base.host}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
      'Content-Length: 28\r\n\r\nrecipient=',
  )
  await fetch(new URL('/healthz', base))
  return socket
}

test('treats a repeated Ctrl-C from npm as one signal: finishes requests in flight and exits 0', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using program = startProgram({ FORMSLOT_DATA_DIR: folder.path })
  const { child, exit } = program
  const socket = await halfRequest(program)
  // Of two equal signals the system may make one while the first waits; two kinds are always two.
  child.kill('SIGINT')
  child.kill('SIGTERM')
  socket.write('ada%40lovelace.dev')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 201/)
  socket.end()
  assert.deepEqual(await exit, [0, null])
})

test('logs the address that it listens on', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using program = startProgram({ FORMSLOT_DATA_DIR: folder.path })
  const { base } = await program.listens()
  await until(() => program.errors().includes('"msg":"listening"'))
  const line = program
    .errors()
    .split('\n')
    .find((text) => text.includes('"msg":"listening"'))
  const { level, time, ...fields } = JSON.parse(line ?? '{}')
  const port = Number(new URL(base).port)
  assert.deepEqual(fields, {
    base,
    host: '127.0.0.1',
    port,
    version: VERSION,
    database: 'sqlite',
    msg: 'listening',
  })
})

test('only its user can read what the service writes, whatever the umask of its start', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const before = process.umask(0)
  await using program = startProgram({ FORMSLOT_DATA_DIR: folder.path })
  process.umask(before)
  const { base } = await program.listens()
  const made = await fetch(`${base}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: 'ada@lovelace.dev' }),
  })
  const { endpoint_url: endpoint } = (await made.json()) as { endpoint_url: string }
  await fetch(endpoint, { method: 'POST', body: new URLSearchParams({ message: 'hello' }) })
  const list = () => readdir(folder.path, { recursive: true, withFileTypes: true })
  await until(async () => (await list()).some(({ name }) => name.endsWith('.eml')))
  const files = await list()
  for (const { parentPath, name } of files) {
    const { mode } = await stat(path.join(parentPath, name))
    assert.equal(mode & 0o077, 0, `${name} has mode ${(mode & 0o777).toString(8)}`)
  }
  for (const name of ['formslot.db', 'formslot.db-wal', 'secret', 'node', 'lock', 'mailbox']) {
    assert.ok(
      files.some((file) => file.name === name),
      name,
    )
  }
})

test('a second signal stops the service at once', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using program = startProgram({ FORMSLOT_DATA_DIR: folder.path })
  const { child, exit } = program
  const socket = await halfRequest(program)
  // The first signal asks for a stop, which the socket delays until a later signal counts.
  while (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await Promise.race([exit, wait(100)])
  }
  assert.deepEqual(await exit, [143, null])
  socket.destroy()
})

test('reports a port in use in one line with the setting to change, and exits 1', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  await using holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  for (const [name, value] of [
    ['FORMSLOT_PORT', port],
    ['FORMSLOT_METRICS_LISTEN', `127.0.0.1:${port}`],
  ] as const) {
    await using program = startProgram({ FORMSLOT_DATA_DIR: folder.path, [name]: value })
    assert.deepEqual(await once(program.child, 'close'), [1, null])
    assert.match(program.errors(), new RegExp(`^Formslot cannot start: port ${port} is in use. .*${name}\n$`))
  }
})

test('reports a data directory that is a file in one line, and exits 1', async () => {
  await using program = startProgram({ FORMSLOT_DATA_DIR: import.meta.filename })
  assert.deepEqual(await once(program.child, 'close'), [1, null])
  assert.match(program.errors(), /^Formslot cannot start: .*FORMSLOT_DATA_DIR.*\n$/)
})

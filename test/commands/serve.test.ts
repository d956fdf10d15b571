import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

const MAIN = path.join(import.meta.dirname, '../../src/main.js')
const PREFIX = path.join(tmpdir(), 'formslot-')

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, FORMSLOT_PORT: '0', FORMSLOT_MIN_FREE_MB: '0', ...env },
  })
  return { child, exit: once(child, 'exit') }
}

async function getBase(child: ChildProcess): Promise<URL> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    if (said.includes('/new')) break
  }
  return new URL(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '')
}

/** Begins a request that is completed later. */
async function halfRequest(base: URL) {
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
  const { child, exit } = start({ FORMSLOT_DATA_DIR: folder.path })
  const socket = await halfRequest(await getBase(child))
  // Of two equal signals the system may make one while the first waits; two kinds are always two.
  child.kill('SIGINT')
  child.kill('SIGTERM')
  socket.write('ada%40lovelace.dev')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 201/)
  socket.end()
  assert.deepEqual(await exit, [0, null])
})

test('a second signal stops the service at once', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const { child, exit } = start({ FORMSLOT_DATA_DIR: folder.path })
  const socket = await halfRequest(await getBase(child))
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
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  for (const [name, value] of [
    ['FORMSLOT_PORT', port],
    ['FORMSLOT_METRICS_LISTEN', `127.0.0.1:${port}`],
  ] as const) {
    const { child, exit } = start({ FORMSLOT_DATA_DIR: folder.path, [name]: value })
    let error = ''
    child.stderr.on('data', (chunk) => {
      error += String(chunk)
    })
    assert.deepEqual(await exit, [1, null])
    assert.match(error, new RegExp(`^Formslot cannot start: port ${port} is in use. .*${name}\n$`))
  }
  holder.close()
})

test('reports a data directory that is a file in one line, and exits 1', async () => {
  const { child, exit } = start({ FORMSLOT_DATA_DIR: MAIN })
  const [error] = await once(child.stderr, 'data')
  assert.match(String(error), /^Formslot cannot start: .*FORMSLOT_DATA_DIR.*\n$/)
  assert.deepEqual(await exit, [1, null])
})

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { type Clamd, createClamd } from '../../../src/judging/engines/clamd.ts'
import { openRawServer } from '../../support/judging/raw-server.ts'

const PATIENCE_MS = 30_000
const END = '\0\0\0\0'

const patience = () => AbortSignal.timeout(PATIENCE_MS)

/** Runs a request against a server that does with its connection what `behave` says. */
async function against<Result>(
  behave: (socket: Socket, received: string) => void,
  request: (clamd: Clamd) => Promise<Result>,
): Promise<Result> {
  await using server = await openRawServer(behave)
  return await request(createClamd({ kind: 'tcp', host: '127.0.0.1', port: server.port }))
}

/** Answers once the whole file is here. */
function answering(answer: string): (socket: Socket, received: string) => void {
  return (socket, received) => {
    let end = received.slice(-END.length)
    const look = () => end === END && socket.end(answer)
    socket.on('data', (piece) => {
      end = `${end}${piece.toString('latin1')}`.slice(-END.length)
      look()
    })
    look()
  }
}

function scan(behave: (socket: Socket, received: string) => void, file = Readable.from([Buffer.from('Hi')])) {
  return against(behave, (clamd) => clamd.scan(file, patience()))
}

test('a file is sent in chunks of at most 64 KiB, each behind its length, and an empty chunk ends it', async () => {
  await using server = await openRawServer(answering('stream: OK\0'))
  const clamd = createClamd({ kind: 'tcp', host: '127.0.0.1', port: server.port })
  const pieces = [Buffer.alloc(65_537, 'a'), Buffer.alloc(0), Buffer.from('b')]
  assert.deepEqual(await clamd.scan(Readable.from(pieces), patience()), { kind: 'clean' })
  const [sent = ''] = server.received
  const expected = ['zINSTREAM\0', '\0\x01\0\0', 'a'.repeat(65_536), '\0\0\0\x01a', '\0\0\0\x01b', END]
  assert.ok(sent === expected.join(''), 'the bytes of the protocol')
})

test('an answer in several pieces is read to its zero, and what follows is ignored', async () => {
  const inPieces = (socket: Socket) => {
    socket.write('stream: Win.')
    setImmediate(() => socket.write('Test FOUND\0stream: OK\0'))
  }
  assert.deepEqual(await scan(inPieces), { kind: 'found', malware: 'Win.Test' })
})

test('names of malware lose all but printable ASCII, and are at most 100 characters long', async () => {
  const cases: [string, string][] = [
    ['\x1b]0;owned\x07\x1b[31mWin.Evil\r\nBcc: a@b.c', '_]0;owned_[31mWin.Evil_Bcc: a@b.c'],
    ['\u202eexe.\u{1f608}', '_exe._'],
    ['a'.repeat(99), 'a'.repeat(99)],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['a'.repeat(101), 'a'.repeat(100)],
    [' ', '_'],
    ['OK FOUND', 'OK FOUND'],
  ]
  for (const [name, malware] of cases) {
    const found = await scan(answering(`stream: ${name} FOUND\0`))
    assert.deepEqual(found, { kind: 'found', malware }, name)
  }
})

test('an answer that is none of the protocol makes no file clean', async () => {
  const answers = [
    '',
    'OK',
    'stream: OK',
    'stream: OK \0',
    'xstream: OK\0',
    'PONG\0',
    'stream:  FOUND\0',
    '\0',
  ]
  for (const answer of [...answers, "stream: Can't allocate memory ERROR\0", 'COMMAND READ TIMED OUT\0']) {
    const result = await scan(answering(answer))
    assert.equal(result.kind, 'unreachable', answer)
  }
  const error = await scan(answering("Can't \x1b[2J ERROR\0"))
  assert.deepEqual(error, { kind: 'unreachable', cause: 'refused', reason: "it answered Can't _[2J ERROR" })
})

test('an answer of 512 bytes is read, and a longer one is not', async () => {
  const answer = (bytes: number) => `${'x'.repeat(bytes)}\0`
  const causeOf = async (text: string) => {
    const result = await scan(answering(text))
    return result.kind === 'unreachable' ? result.cause : result.kind
  }
  assert.equal(await causeOf(answer(511)), 'refused')
  assert.equal(await causeOf(answer(512)), 'refused')
  assert.equal(await causeOf(answer(513)), 'unreadable')
  const flood = (socket: Socket) => void socket.write('x'.repeat(10_000_000))
  const flooded = await scan(flood)
  assert.equal(flooded.kind === 'unreachable' && flooded.cause, 'unreadable')
})

test('a file is not clean when the answer came before its end', async () => {
  const { promise: isAnswered, resolve } = Promise.withResolvers<void>()
  async function* endless() {
    yield Buffer.from('Hi')
    await isAnswered
    while (true) yield Buffer.alloc(1024)
  }
  const early = (socket: Socket) => void socket.end('stream: OK\0', resolve)
  const result = await scan(early, Readable.from(endless()))
  assert.equal(result.kind, 'unreachable')
})

test('an answer that never comes ends with the time limit, also while the file gives nothing', async () => {
  const silent = () => {}
  const late = await against(silent, (clamd) =>
    clamd.scan(Readable.from([Buffer.from('Hi')]), AbortSignal.timeout(100)),
  )
  assert.deepEqual(late, { kind: 'unreachable', cause: 'timeout', reason: 'no answer in time' })
  const stalled = new Readable({ read() {} })
  const stuck = await against(silent, (clamd) => clamd.scan(stalled, AbortSignal.timeout(100)))
  assert.equal(stuck.kind === 'unreachable' && stuck.cause, 'timeout')
  assert.ok(stalled.destroyed, 'the file is closed')
})

test('a file that cannot be read is a fault of the file, not of the daemon', async () => {
  const broken = new Readable({
    read() {
      this.destroy(Object.assign(new Error('the bucket is away'), { code: 'ECONNRESET' }))
    },
  })
  await assert.rejects(
    scan(() => {}, broken),
    /the bucket is away/,
  )
})

test('the connection and the file are closed however a scan ends', async () => {
  const endings = [
    answering('stream: OK\0'),
    answering('stream: X FOUND\0'),
    (socket: Socket) => void socket.write('INSTREAM size limit exceeded. ERROR\0'),
    (socket: Socket) => void socket.destroy(),
  ]
  for (const behave of endings) {
    const file = Readable.from([Buffer.from('Hi')])
    const { promise: isClosed, resolve } = Promise.withResolvers<void>()
    await against(
      (socket, received) => {
        // Its client has closed, or it has itself.
        socket.once('end', resolve).once('close', resolve)
        behave(socket, received)
      },
      async (clamd) => {
        await clamd.scan(file, new AbortController().signal)
        await isClosed
      },
    )
    assert.ok(file.destroyed)
  }
})

test('PING wants PONG, and the version is one line of printable ASCII', async () => {
  await against(
    (socket) => void socket.end('PONG\0'),
    (clamd) => clamd.ping(patience()),
  )
  await assert.rejects(
    against(
      (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0'),
      (clamd) => clamd.ping(patience()),
    ),
    { reason: 'unreadable' },
  )
  const version = await against(
    (socket) => void socket.end('ClamAV 1.4.6/27700/Mon Nov 23 10:00:00 2026\n\x1b[2J\0'),
    (clamd) => clamd.version(patience()),
  )
  assert.equal(version, 'ClamAV 1.4.6/27700/Mon Nov 23 10:00:00 2026_[2J')
})

import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { ClamdServer } from '../../config/clamd.ts'
import { EngineFailure, type FailureCause, toFailure } from './engine.ts'

export type { ClamdServer } from '../../config/clamd.ts'

/** A length of four bytes precedes each chunk; 0 ends the file. */
const MAX_CHUNK_BYTES = 64 * 1024
const LENGTH_BYTES = 4
const MAX_ANSWER_BYTES = 512
const MAX_NAME_CHARACTERS = 100

/** Result of the scan of one file. `unreachable`: there is no result; `reason` is one line for the operator. */
export type FileScan =
  | { kind: 'clean' }
  | { kind: 'found'; malware: string }
  | { kind: 'too_large' }
  | { kind: 'unreachable'; cause: FailureCause; reason: string }

/** Client of the ClamAV daemon. Each request has a connection of its own, which is closed whatever happens. */
export type Clamd = {
  /** Sends a file (INSTREAM) and destroys its stream. Throws what the stream throws. */
  scan(file: Readable, signal: AbortSignal): Promise<FileScan>
  /** Throws `EngineFailure` unless the daemon answers PONG. */
  ping(signal: AbortSignal): Promise<void>
  /** Returns the versions of program and signatures. Throws `EngineFailure`. */
  version(signal: AbortSignal): Promise<string>
  /** Returns true when the daemon reads files of this size (its StreamMaxLength). Sends only the size. Throws `EngineFailure`. */
  accepts(bytes: number, signal: AbortSignal): Promise<boolean>
}

/** Text of an answer without its final zero; the failure where none came. */
type Answer = { kind: 'answer'; text: string } | { kind: 'failure'; failure: EngineFailure }

/** Creates the client. Its address is the operator's, like those of the spam filters, and does not pass the door of `delivery/egress/`. */
export function createClamd(server: ClamdServer): Clamd {
  const open = (signal: AbortSignal) =>
    connect(
      server.kind === 'unix'
        ? { path: server.path, signal }
        : { host: server.host, port: server.port, noDelay: true, signal },
    )

  async function ask(command: string | Buffer, signal: AbortSignal): Promise<string> {
    const socket = open(signal)
    try {
      const answer = readAnswer(socket, signal)
      socket.end(command)
      const result = await answer
      if (result.kind === 'failure') throw result.failure
      return result.text
    } finally {
      socket.destroy()
    }
  }

  return {
    async scan(file, signal) {
      const socket = open(signal)
      try {
        const answer = readAnswer(socket, signal)
        let isSent = false
        const sent = sendFile(socket, file).then((isWhole) => {
          isSent = isWhole
          return answer
        })
        // Only the file itself makes this fail.
        return toScan(await Promise.race([answer, sent]), isSent)
      } finally {
        socket.destroy()
        file.destroy()
      }
    },
    async ping(signal) {
      const text = await ask('zPING\0', signal)
      if (text !== 'PONG') throw new EngineFailure('unreadable', 'the answer is not PONG')
    },
    version: async (signal) => toLine(await ask('zVERSION\0', signal)),
    async accepts(bytes, signal) {
      try {
        return !isTooLarge(await ask(Buffer.concat([Buffer.from('zINSTREAM\0'), toLength(bytes)]), signal))
      } catch (error) {
        // It waited for the file, which does not come, and closed.
        if (error instanceof EngineFailure && error.reason === 'cut_off') return true
        throw error
      }
    },
  }
}

/** Reads to the first zero. Never rejects: an answer that is here counts, also when the connection broke after it. */
function readAnswer(socket: Socket, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const fail = (cause: FailureCause, reason: string) =>
    resolve({ kind: 'failure', failure: new EngineFailure(cause, reason) })
  let text = ''
  socket.on('data', (piece) => {
    text += piece.toString('latin1')
    const end = text.indexOf('\0')
    if (end > MAX_ANSWER_BYTES || (end === -1 && text.length > MAX_ANSWER_BYTES)) {
      fail('unreadable', `the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    } else if (end !== -1) resolve({ kind: 'answer', text: text.slice(0, end) })
  })
  socket.on('error', (error) => {
    if (signal.aborted) fail('timeout', 'no answer in time')
    else resolve({ kind: 'failure', failure: toFailure(error) ?? new EngineFailure('cut_off', error.name) })
  })
  const end = () => fail('cut_off', 'the connection was closed before an answer')
  socket.once('end', end).once('close', end)
  return promise
}

/** Sends a file in chunks. Resolves to false when the connection takes no more, which alone says nothing of the answer. */
async function sendFile(socket: Socket, file: Readable): Promise<boolean> {
  const write = createWriter(socket)
  let isOpen = await write(Buffer.from('zINSTREAM\0'))
  for await (const piece of file) {
    const bytes = Buffer.from(piece)
    for (let from = 0; isOpen && from < bytes.length; from += MAX_CHUNK_BYTES) {
      const chunk = bytes.subarray(from, from + MAX_CHUNK_BYTES)
      isOpen = (await write(toLength(chunk.length))) && (await write(chunk))
    }
    // Leaving the loop destroys the stream.
    if (!isOpen) return false
  }
  return write(toLength(0))
}

/**
 * Returns what writes to a socket that stays open for reading. The daemon answers that a file is too large while the file is
 * being sent, and closes: the next write fails, and would destroy the socket with the answer that it has received.
 */
function createWriter(socket: Socket): (bytes: Buffer) => Promise<boolean> {
  const write = socket._write.bind(socket)
  let isOpen = true
  socket._write = (bytes, encoding, done) =>
    write(bytes, encoding, (error) => {
      if (error) isOpen = false
      done()
    })
  return (bytes) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    socket.write(bytes, (error) => resolve(isOpen && !error))
    return promise
  }
}

function toLength(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes)
  return length
}

function toScan(answer: Answer, isSent: boolean): FileScan {
  if (answer.kind === 'failure') {
    return { kind: 'unreachable', cause: answer.failure.reason, reason: answer.failure.message }
  }
  const { text } = answer
  const [, malware] = /^stream: (.+) FOUND$/s.exec(text) ?? []
  if (malware !== undefined) return { kind: 'found', malware: toLine(malware) }
  if (isTooLarge(text)) return { kind: 'too_large' }
  if (text === 'stream: OK' && isSent) return { kind: 'clean' }
  return { kind: 'unreachable', cause: 'refused', reason: `it answered ${toLine(text)}` }
}

function isTooLarge(text: string): boolean {
  return text === 'INSTREAM size limit exceeded. ERROR'
}

/** Signatures have names of printable ASCII. Whatever else is in an answer must not reach a terminal, a header or an email. */
function toLine(text: string): string {
  return (
    text
      .replaceAll(/[^\x20-\x7e]+/g, '_')
      .trim()
      .slice(0, MAX_NAME_CHARACTERS) || '_'
  )
}

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { RETRY_MS } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'

/** Text or bytes in pieces. An empty text stands for work without output, after which other requests may run. */
export type Pieces = AsyncIterable<string | Uint8Array>

/** Time after which TCP probes a silent connection: sooner than the next keepalive comment. */
const PROBE_AFTER = 12 * SECOND

/** Headers of server-sent events; proxies must not buffer them. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
  connection: 'close',
}
/** The first text of every stream. */
export const BEGIN = `retry: ${RETRY_MS}\nevent: ready\ndata: {}\n\n`
/** A comment, which clients ignore. */
export const COMMENT = ':\n\n'

/** Turns on TCP keepalive, so that a lost connection is detected. */
export function probeReader(request: FastifyRequest): void {
  request.socket.setKeepAlive(true, PROBE_AFTER)
}

/** Maximum number of bytes produced ahead of the reader. */
const AHEAD_BYTES = 256 * 1024

/**
 * Creates a stream of pieces. They are produced one at a time while the buffer has room, and no longer once the reader has
 * disconnected. Other work runs between two pieces.
 */
export function streamPieces(pieces: Pieces): Readable {
  const iterator = pieces[Symbol.asyncIterator]()
  let wanted = false
  let pumping = false

  async function pump(stream: Readable): Promise<void> {
    while (wanted && !stream.destroyed) {
      const next = await iterator.next()
      if (next.done) {
        stream.push(null)
        return
      }
      if (next.value.length > 0) {
        // `push` may call `read` synchronously.
        wanted = false
        if (stream.push(next.value)) wanted = true
      }
      await nextTurn()
    }
    pumping = false
  }

  return new Readable({
    highWaterMark: AHEAD_BYTES,
    read() {
      wanted = true
      if (pumping) return
      pumping = true
      pump(this).catch((error: Error) => this.destroy(error))
    },
    destroy(error, done) {
      // Ends the iterator at its next piece.
      Promise.resolve(iterator.return?.()).then(
        () => done(error),
        (fault: Error) => done(error ?? fault),
      )
    },
  })
}

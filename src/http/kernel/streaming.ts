import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { RETRY_MS } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'

/** Text in pieces. An empty piece is work without output, after which other requests may run. */
export type Pieces = AsyncIterable<string>

/** A reader that is gone without a word is found out before the next comment would be sent. */
const PROBE_AFTER = 12 * SECOND

/** Of every answer that is a stream of events; no proxy shall keep them until there are many. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
  connection: 'close',
}
/** What every stream begins with. */
export const BEGIN = `retry: ${RETRY_MS}\nevent: ready\ndata: {}\n\n`
/** A line without meaning. */
export const COMMENT = ':\n\n'

/** Has the system ask whether who reads this answer is still there. */
export function probeReader(request: FastifyRequest): void {
  request.socket.setKeepAlive(true, PROBE_AFTER)
}

/** How far the pieces may be ahead of who reads them, in bytes. */
const AHEAD_BYTES = 256 * 1024

/**
 * A stream of pieces: the next one is asked for when there is room for it, one at a time, and none once the reader has
 * gone. Between two pieces others have their turn.
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
      if (next.value !== '') {
        // The stream may ask for more while it takes this one.
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
      // Ends what is under way at its next piece.
      Promise.resolve(iterator.return?.()).then(
        () => done(error),
        (fault: Error) => done(error ?? fault),
      )
    },
  })
}

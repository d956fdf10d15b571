import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from './export-formats.ts'

/** How far the pieces may be ahead of who reads them, in bytes. */
const AHEAD_BYTES = 256 * 1024

/**
 * A stream of pieces: the next one is asked for when there is room for it, and none once the reader has gone. Between
 * two pieces others have their turn.
 */
export function streamPieces(pieces: Pieces): Readable {
  const iterator = pieces[Symbol.asyncIterator]()

  async function pump(stream: Readable): Promise<void> {
    let hasRoom = true
    while (hasRoom && !stream.destroyed) {
      const next = await iterator.next()
      if (next.done) {
        stream.push(null)
        return
      }
      if (next.value !== '') hasRoom = stream.push(next.value)
      await nextTurn()
    }
  }

  return new Readable({
    highWaterMark: AHEAD_BYTES,
    read() {
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

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '../submissions/export-formats.ts'

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

import type { IncomingMessage } from 'node:http'
import { SECOND } from '../../domain/time.ts'

/** Limits on the time of an upload. */
export type UploadTimes = {
  maxMs: number
  minBytesPerSecond: number
  /** The rate is judged from here on: connections begin slowly. */
  graceMs: number
  /** Interval of the checks. */
  checkMs: number
}

export const UPLOAD_TIMES: UploadTimes = {
  maxMs: 60 * SECOND,
  minBytesPerSecond: 4096,
  graceMs: 10 * SECOND,
  checkMs: SECOND,
}

/** The client sends too slowly, or for too long. */
export class BodyTooSlow extends Error {}
/** The client is gone: nobody reads an answer. */
export class BodyAborted extends Error {}

/**
 * Yields the body of a request as it arrives; a slow reader slows down the client. What is left when the reader stops is not
 * read.
 *
 * @throws BodyTooSlow, BodyAborted
 */
export async function* streamBody(request: IncomingMessage, times: UploadTimes): AsyncGenerator<Buffer> {
  const startedAt = performance.now()
  let bytes = 0
  /** Time that the reader took: the client could not send. */
  let heldMs = 0
  const isTooSlow = () => {
    const elapsedMs = performance.now() - startedAt
    const sendingMs = elapsedMs - heldMs
    const least = (times.minBytesPerSecond * sendingMs) / SECOND
    return elapsedMs > times.maxMs || (sendingMs > times.graceMs && bytes < least)
  }
  const tooSlow = Promise.withResolvers<never>()
  // Nobody may be waiting for it.
  tooSlow.promise.catch(() => {})
  const timer = setInterval(() => {
    if (isTooSlow()) tooSlow.reject(new BodyTooSlow())
  }, times.checkMs)
  const pieces = request.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), tooSlow.promise])
      if (next.done) return
      const piece: Buffer = next.value
      bytes += piece.length
      const yieldedAt = performance.now()
      yield piece
      heldMs += performance.now() - yieldedAt
    }
  } catch (error) {
    throw error instanceof BodyTooSlow ? error : new BodyAborted('the client is gone', { cause: error })
  } finally {
    clearInterval(timer)
    // Not awaited: it waits for a piece that may never come. Until then, nothing else can read the body.
    pieces.return?.()
  }
}

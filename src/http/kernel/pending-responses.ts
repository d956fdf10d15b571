import type { ServerResponse } from 'node:http'
import { MAX_PENDING_RESPONSES } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'

/** How many answers each account waits for, or is still reading, at this node; of an endpoint the same, by its id. */
export type PendingResponses<Reader> = {
  /** Counts one more until it is over; false when there are as many as there may be. */
  begin(reader: Reader, answer: ServerResponse): boolean
}

/** Of whom so long nothing was read, though something waits, reads no more. */
export const UNREAD_AFTER = 60 * SECOND

/** Whoever reads none of what was asked for makes it stand in memory: a megabyte for each page, and for each export. */
export function createPendingResponses<Reader>(): PendingResponses<Reader> {
  const readers = new Map<Reader, number>()

  function end(reader: Reader): void {
    const left = (readers.get(reader) ?? 0) - 1
    if (left > 0) readers.set(reader, left)
    else readers.delete(reader)
  }

  return {
    begin(reader, answer) {
      // Its reader has gone already, and its end would not be heard of.
      if (answer.destroyed) return true
      const count = readers.get(reader) ?? 0
      if (count >= MAX_PENDING_RESPONSES) return false
      readers.set(reader, count + 1)
      answer.once('close', () => end(reader))
      return true
    },
  }
}

/**
 * Ends the connection once something of an answer has waited for so long and nothing of it moved. What is still read now
 * and then moves; of what takes long to be made, as an export, nothing waits.
 */
export function closeStalled(answer: ServerResponse, afterMs: number = UNREAD_AFTER): void {
  answer.setTimeout(afterMs, () => {
    if (answer.writableLength > 0) answer.req.socket.destroy()
  })
}

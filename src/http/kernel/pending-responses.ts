import type { ServerResponse } from 'node:http'
import { MAX_PENDING_RESPONSES } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'

/** Responses in progress at this node, counted by reader: an account, an endpoint, or a queue. */
export type PendingResponses<Reader> = {
  /** Counts a response until it ends; false when the reader has too many in progress. */
  begin(reader: Reader, answer: ServerResponse): boolean
}

/** Time after which a connection with unread output is closed. */
export const STALLED_AFTER_MS = 60 * SECOND

/** Creates the counter. Unread responses stay in memory, up to a megabyte for each page or export, so their number is limited. */
export function createPendingResponses<Reader>(): PendingResponses<Reader> {
  const readers = new Map<Reader, number>()

  function end(reader: Reader): void {
    const left = (readers.get(reader) ?? 0) - 1
    if (left > 0) readers.set(reader, left)
    else readers.delete(reader)
  }

  return {
    begin(reader, answer) {
      // The connection has closed already; no `close` event would follow.
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
 * Closes the connection when output has been pending for `afterMs` without progress. A slow reader makes progress; an answer
 * that takes long to produce, such as an export, has no output pending.
 */
export function closeStalled(answer: ServerResponse, afterMs: number = STALLED_AFTER_MS): void {
  answer.setTimeout(afterMs, () => {
    if (answer.writableLength > 0) answer.req.socket.destroy()
  })
}

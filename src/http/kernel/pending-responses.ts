import type { ServerResponse } from 'node:http'
import { MAX_PENDING_RESPONSES } from '../../domain/accounts/stream.ts'

/** Responses in progress at this node, counted by reader: an account, an endpoint, or a queue. */
export type PendingResponses<Reader> = {
  /** Counts a response until it ends; false when the reader has too many in progress. */
  begin(reader: Reader, answer: ServerResponse): boolean
}

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

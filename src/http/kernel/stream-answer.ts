import type { FastifyRequest } from 'fastify'
import { RETRY_MS } from '../../domain/accounts/stream.ts'
import { SECOND } from '../../domain/time.ts'

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

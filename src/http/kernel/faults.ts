import type { FastifyError } from 'fastify'
import type { Refusal, RefusalCode } from '../../domain/refusal.ts'
import { FilesUnavailable, StoreBroken, StoreUnavailable } from '../../store/contract/errors.ts'
import type { HttpDeps } from '../deps.ts'
import { BodyAborted } from '../uploads/body-stream.ts'

/**
 * Returns the refusal that answers a fault. Faults become refusals only here; their details go to the log alone.
 *
 * @param request.route the pattern of the route, never the URL itself: some URLs contain tokens
 */
export function toFaultRefusal(
  error: unknown,
  request: { id: string; route: string | undefined },
  deps: Pick<HttpDeps, 'log' | 'metrics'>,
): Refusal {
  const refusal = toRefusal(error)
  if (refusal.code === 'internal') {
    deps.log.error({ err: error, request_id: request.id, route: request.route }, 'request_failed')
    deps.metrics.count('formslot_http_faults_total')
  }
  if (error instanceof FilesUnavailable) {
    deps.log.error({ err: error, request_id: request.id }, 'files_unavailable')
    deps.metrics.count('formslot_file_store_faults_total', 'request')
  }
  // A write that breaks the store ends the process; a read of a damaged page does not.
  if (error instanceof StoreBroken) deps.log.error({ err: error, request_id: request.id }, 'store_broken')
  return refusal
}

/**
 * Refusals that say whether something was stored: nothing was where the disk was full, a lock was not free in time, or too
 * many writes waited.
 */
const UNAVAILABLE = {
  full: 'disk_full',
  busy: 'store_busy',
  overloaded: 'store_busy',
  closed: 'store_unavailable',
  away: 'store_unavailable',
} as const satisfies Record<StoreUnavailable['reason'], RefusalCode>

function toRefusal(error: unknown): Refusal {
  if (error instanceof StoreUnavailable) {
    return { code: UNAVAILABLE[error.reason] }
  }
  // Nothing was stored: files are stored before their submission.
  if (error instanceof FilesUnavailable) return { code: 'files_unavailable' }
  // Nobody reads the answer.
  if (error instanceof BodyAborted) return { code: 'request_malformed' }
  // It is unknown if the request was stored.
  if (error instanceof StoreBroken) return { code: 'store_unavailable' }
  const { code, statusCode = 500 } = error instanceof Error ? (error as FastifyError) : {}
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'payload_too_large' }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return { code: 'unsupported_media_type' }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { code: 'body_unparsable' }
    default: {
      const isClientError = statusCode < 500
      return { code: isClientError ? 'request_malformed' : 'internal' }
    }
  }
}

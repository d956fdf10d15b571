import type { FastifyError } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import { StoreBroken, StoreUnavailable } from '../../store/contract/errors.ts'
import type { HttpDeps } from '../deps.ts'

/**
 * What a fault is answered with. Faults become refusals here and nowhere else; what they are is told to the log only.
 *
 * @param request.route the route, never the address itself: some addresses carry tokens
 */
export function toFaultRefusal(
  error: unknown,
  request: { id: string; route: string | undefined },
  deps: Pick<HttpDeps, 'log' | 'metrics'>,
): Refusal {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal') {
    deps.log.error({ err: error, request_id: request.id, route: request.route }, 'a request failed')
    deps.metrics.count('formslot_http_faults_total')
  }
  return refusal
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof StoreUnavailable) {
    return { code: error.reason === 'full' ? 'disk_full' : 'store_unavailable' }
  }
  // The process ends because of it, and has said so; whether the request was stored is not known.
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
      const isTheirs = statusCode < 500
      return { code: isTheirs ? 'request_malformed' : 'internal' }
    }
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import type { RequestHead } from './request.ts'

const ALLOWED_HEADERS =
  'Content-Type, Content-Encoding, Accept, Authorization, X-Requested-With, Idempotency-Key, Formspree-Client, Formspree-Session-Data'
const EXPOSED_HEADERS = 'Retry-After, Request-Id, Idempotent-Replayed'

/** Headers that let pages of every site read the answer; no credentials are involved. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
}
const PREFLIGHT = {
  'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS',
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': String(DAY / SECOND),
}

/** Matches `/f/…` and `/t/…` except `/t/new`, also percent-encoded: the router decodes paths. */
const ANY_PAGE = /^(https?:\/\/[^/]*)?\/(f\/|t\/(?!(n|%6e)(e|%65)(w|%77)([?#]|$)))/i

/** Returns true for addresses that pages of every site may call, so that they can read refusals made before routing, too. */
export function isForAnyOrigin(request: RequestHead): boolean {
  return ANY_PAGE.test(request.url)
}

/** Answers a preflight (fetch.spec.whatwg.org, "CORS-preflight request"). */
export function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(PREFLIGHT).send()
}

/**
 * Answers a preflight that may belong to a beacon. Browsers always send beacons with credentials, for which `*` is not
 * valid (fetch.spec.whatwg.org, "CORS check"; w3c.github.io/beacon), so the answer names the origin.
 */
export function answerBeaconPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerPreflight(request, reply.headers(getBeaconHeaders(request)))
}

/**
 * Returns the headers that let a page send beacons. Only for addresses that ignore cookies and whose answers reveal nothing
 * but that events were accepted.
 */
export function getBeaconHeaders(request: RequestHead): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined || !isOrigin(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  }
}

/** Returns true for an origin as browsers serialize it; an opaque origin is `null`. */
function isOrigin(origin: string): boolean {
  return origin === 'null' || (URL.canParse(origin) && new URL(origin).origin === origin)
}

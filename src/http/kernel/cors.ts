import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import type { RequestHead } from './request.ts'

const ALLOWED_HEADERS =
  'Content-Type, Content-Encoding, Accept, Authorization, X-Requested-With, Idempotency-Key, Formspree-Client, Formspree-Session-Data'
const EXPOSED_HEADERS = 'Retry-After, Request-Id, Idempotent-Replayed'

/** Lets pages of every site read the answer; no credentials are involved. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
}
const PREFLIGHT = {
  'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS',
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': String(DAY / SECOND),
}

/** All but `/t/new`, however its letters are written: the router decodes them. */
const ANY_PAGE = /^(https?:\/\/[^/]*)?\/(f\/|t\/(?!(n|%6e)(e|%65)(w|%77)([?#]|$)))/i

/** Pages of every site may call all of `/f/…` and `/t/…`; they must also be able to read what is refused before a route is found. */
export function isForAnyOrigin(request: RequestHead): boolean {
  return ANY_PAGE.test(request.url)
}

/** Answers a preflight (fetch.spec.whatwg.org, "CORS-preflight request"). */
export function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(PREFLIGHT).send()
}

/**
 * Answers a preflight that may be about a beacon. Browsers send beacons with credentials, whatever the page wants, and
 * for those a `*` allows nothing (fetch.spec.whatwg.org, "CORS check"; w3c.github.io/beacon): the origin is named.
 */
export function answerBeaconPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerPreflight(request, reply.headers(forBeacon(request)))
}

/**
 * Headers of an answer that a beacon of a page may get. Only for addresses where nobody looks at cookies, and whose
 * answers tell no more than that events were taken.
 */
export function forBeacon(request: RequestHead): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined || !isOrigin(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  }
}

/** An origin as browsers write it; pages without one say null. */
function isOrigin(origin: string): boolean {
  return origin === 'null' || (URL.canParse(origin) && new URL(origin).origin === origin)
}

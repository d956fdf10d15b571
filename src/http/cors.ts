import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '../domain/time.ts'
import type { Asked } from './request.ts'

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
export function isForAnyOrigin(request: Asked): boolean {
  return ANY_PAGE.test(request.url)
}

/** Answers a preflight (fetch.spec.whatwg.org, "CORS-preflight request"). */
export function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(PREFLIGHT).send()
}

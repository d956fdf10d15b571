import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import { KEEP_ALIVE_MS } from '../connections.ts'
import type { HttpDeps } from '../deps.ts'
import { getHeader, type RequestHead } from './request.ts'
import { REFERRER_POLICY } from './respond.ts'

const ALLOWED_HEADERS =
  'Content-Type, Content-Encoding, Accept, Authorization, X-Requested-With, Idempotency-Key, Formspree-Client, Formspree-Session-Data'
const EXPOSED_HEADERS = 'Link, Retry-After, Request-Id, Idempotent-Replayed'

/** Headers of answers that htmx reads. */
const HTMX_HEADERS = 'HX-Redirect, HX-Reswap'

/** Characters of a list of header names (RFC 9110 §5.6.2), and the maximum length of one that is allowed. */
const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9A-Za-z, -]{1,2048}$/
/** An origin as browsers serialize it, also of an app or an extension; an opaque origin is `null`. */
const ORIGIN = /^(?:null|[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]{1,255})$/i

/** Headers that let pages of every site read an answer to a request without credentials. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
}
/** Keeps pages of other sites from loading the answer as an image or a script, with or without cookies. */
export const NOT_LOADED_ELSEWHERE = { 'cross-origin-resource-policy': 'same-origin' }
/** Headers that let pages of every site read an answer, for addresses that allow credentials: their answer depends on the origin. */
const ANY_ORIGIN_WITHOUT_CREDENTIALS = { ...ANY_ORIGIN, vary: 'Origin' }
const PREFLIGHT = {
  'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS',
  'access-control-max-age': String(DAY / SECOND),
}

/** Headers of every answer, JSON and HTML. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': REFERRER_POLICY,
  // Tells clients how long they may reuse the connection.
  'keep-alive': `timeout=${KEEP_ALIVE_MS / SECOND}`,
}
const HSTS = { 'strict-transport-security': `max-age=${(365 * DAY) / SECOND}` }

/**
 * Matches the addresses that accept submissions, the receipts that follow them, and `/t/…` except `/t/new`, also
 * percent-encoded: the router decodes paths.
 * A page with statistics has a token after `/s/`, a form an ID.
 */
const ANY_PAGE =
  /^(https?:\/\/[^/]*)?\/(f\/|r\/|ajax\/f\/|s\/f_|submit([?#]|$)|t\/(?!(n|%6e)(e|%65)(w|%77)([?#]|$)))/i
/** Matches only the addresses that accept submissions, and receipts. */
const FORM = /^(https?:\/\/[^/]*)?\/(f\/|r\/|ajax\/f\/|s\/f_|submit([?#]|$))/i

/** Headers that every answer carries. */
export type CommonHeaders = {
  /** Headers of answers that pages of every site may read. */
  forAnyOrigin: Readonly<Record<string, string>>
  /** Returns the headers of the answer to this request. */
  getFor(request: RequestHead): Record<string, string>
  /** Returns the headers of an answer to a submission except Vary and Referrer-Policy, names and values in turn. */
  listForSubmission(request: RequestHead): string[]
}

/** Creates the headers of all answers, of which those to a submission are listed without an object for each answer. */
export function createCommonHeaders({ base, closing }: Pick<HttpDeps, 'base' | 'closing'>): CommonHeaders {
  const common = base.startsWith('https:') ? { ...COMMON_HEADERS, ...HSTS } : COMMON_HEADERS
  const forAnyOrigin = { ...common, ...ANY_ORIGIN }
  const forSameOrigin = { ...common, ...NOT_LOADED_ELSEWHERE }
  const flat = Object.entries(common)
    .filter(([name]) => name !== 'referrer-policy')
    .flat()
  return {
    forAnyOrigin,
    getFor(request) {
      const chosen = isForAnyOrigin(request) ? { ...common, ...getCorsHeaders(request) } : forSameOrigin
      const headers = { ...chosen, 'request-id': request.id }
      return closing.aborted ? { ...headers, connection: 'close' } : headers
    },
    listForSubmission(request) {
      const headers = [...flat, 'request-id', request.id]
      const cors = getCorsHeaders(request)
      for (const name in cors) if (name !== 'vary') headers.push(name, cors[name] ?? '')
      return closing.aborted ? [...headers, 'connection', 'close'] : headers
    },
  }
}

/** Returns true for addresses that pages of every site may call, so that they can read refusals made before routing, too. */
export function isForAnyOrigin(request: RequestHead): boolean {
  return ANY_PAGE.test(request.url)
}

/** Answers a preflight (fetch.spec.whatwg.org, "CORS-preflight request"). Scripts may send every header they ask for. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = getHeader(request, 'access-control-request-headers') ?? ''
  return reply
    .code(204)
    .headers(PREFLIGHT)
    .header('access-control-allow-headers', HEADER_NAMES.test(asked) ? asked : ALLOWED_HEADERS)
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .send()
}

/**
 * Returns the headers that let the page which sent a request read its answer, even when the page sent credentials, as
 * beacons do: `*` is not valid for them (fetch.spec.whatwg.org, "CORS check"), and the browser would report a
 * network error after the data was stored. Only for addresses that ignore cookies (`isForAnyOrigin`). Reading events is left out.
 */
export function getCorsHeaders(request: RequestHead): Readonly<Record<string, string>> {
  if (isReadingEvents(request)) return ANY_ORIGIN
  const { origin } = request.headers
  if (origin === undefined || !ORIGIN.test(origin)) return ANY_ORIGIN_WITHOUT_CREDENTIALS
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      request.headers['hx-request'] === undefined ? EXPOSED_HEADERS : `${EXPOSED_HEADERS}, ${HTMX_HEADERS}`,
    vary: 'Origin',
  }
}

/** Keeps pages of other origins from reading an answer below an address for any page: it depends on cookies. */
export function hideFromOtherOrigins(reply: FastifyReply): void {
  for (const name of [...Object.keys(ANY_ORIGIN), 'access-control-allow-credentials'])
    reply.removeHeader(name)
  reply.headers(NOT_LOADED_ELSEWHERE)
}

function isReadingEvents(request: RequestHead): boolean {
  const isPreflight = request.method === 'OPTIONS'
  const method = isPreflight ? getHeader(request, 'access-control-request-method') : request.method
  return method !== 'POST' && !FORM.test(request.url)
}

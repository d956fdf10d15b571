import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { StoreBroken, StoreUnavailable } from '../actions/faults.ts'
import { MAX_BODY_BYTES, MAX_HEADER_BYTES } from '../domain/fields.ts'
import type { Refusal, RefusalCode } from '../domain/refusal.ts'
import { DAY, SECOND } from '../domain/time.ts'
import { docsRoutes } from './agents/docs.ts'
import { llmsRoutes } from './agents/llms.ts'
import { openapiRoutes } from './agents/openapi.ts'
import { sendRefusal } from './answers.ts'
import { isTrusted } from './client-address.ts'
import { ANY_ORIGIN, isForAnyOrigin } from './cors.ts'
import { healthRoutes } from './health.ts'
import { mannerOf } from './manner.ts'
import { takeEveryMethod } from './offer.ts'
import type { HttpParts } from './parts.ts'
import { claimRoutes } from './public/claim.ts'
import { createRoutes } from './public/create.ts'
import { disownRoutes } from './public/disown.ts'
import { endpointRoutes } from './public/endpoint.ts'
import { lettersRoutes } from './public/letters.ts'
import { mailboxRoutes } from './public/mailbox.ts'
import { pageRoutes } from './public/pages.ts'
import { answerTo } from './refusals.ts'
import { openRequestIds } from './request-ids.ts'

/** Limits of the HTTP server itself; the defaults of the framework have no time limit for a request. */
const HEADERS_TIMEOUT = 10 * SECOND
const REQUEST_TIMEOUT = 20 * SECOND
const KEEP_ALIVE_TIMEOUT = 30 * SECOND
/** How late a time-out may come. */
const TIMEOUT_CHECKS = 2 * SECOND
/** Ids and tokens are shorter; longer ones are unknown without a look at the store. */
const MAX_PARAMETER_LENGTH = 128

/** Headers of every answer, JSON and HTML. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Same-origin, not none: with none, browsers send `Origin: null` from our own buttons.
  'referrer-policy': 'same-origin',
}
const HSTS = { 'strict-transport-security': `max-age=${(365 * DAY) / SECOND}` }

/** Builds the HTTP side: every route, every header, and one shape for every refusal. Does not listen yet. */
export function buildServer(parts: HttpParts): FastifyInstance {
  const newRequestId = openRequestIds()
  const headers = parts.base.startsWith('https:') ? { ...COMMON_HEADERS, ...HSTS } : COMMON_HEADERS
  function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers).header('request-id', request.id)
    if (isForAnyOrigin(request)) reply.headers(ANY_ORIGIN)
    if (!parts.accepting()) reply.header('connection', 'close')
  }

  const server = fastify({
    loggerInstance: undefined,
    logger: false,
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    http: {
      headersTimeout: HEADERS_TIMEOUT,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: TIMEOUT_CHECKS,
      // Node would answer without a body; we look for it ourselves.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // No hook runs for what cannot be routed.
    frameworkErrors: (_error, request, reply) => {
      addCommonHeaders(request, reply)
      sendRefusal(request, reply, { code: 'request_malformed' }, mannerOf(request, parts.base))
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const code = CLIENT_ERRORS[error.code] ?? 'request_malformed'
      // What was asked for could not be read, so every page may read the refusal: there is nothing else in it.
      socket.end(rawRefusal({ code, requestId: newRequestId(), headers: { ...headers, ...ANY_ORIGIN } }))
    },
  })

  server.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply)
    warnOfProxy(request)
    // RFC 9112 §3.2: a request of HTTP/1.1 names its host.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      sendRefusal(request, reply, { code: 'request_malformed' }, mannerOf(request, parts.base))
      return
    }
    done()
  })
  // An expectation that is not 100-continue may be ignored (RFC 9110 §10.1.1); Node would answer without a body.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
  takeEveryMethod(server)

  let warned = false
  /** A proxy that is not trusted makes all its visitors one client address: worth saying, once. */
  function warnOfProxy(request: FastifyRequest): void {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress ?? ''
    if (isTrusted(peer, parts.trusts)) return
    warned = true
    parts.log.warn(
      'X-Forwarded-For comes from a peer that FORMSLOT_TRUST_PROXY does not name: it is not believed',
    )
  }

  // Bodies arrive as bytes; what they mean is decided by the routes, so that every refusal has our shape.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  server.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, { code: 'not_found' }, mannerOf(request, parts.base)),
  )
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal') {
      // The route, never the address itself: some addresses carry tokens.
      parts.log.error(
        { err: error, request_id: request.id, route: request.routeOptions.url },
        'a request failed',
      )
      parts.metrics.count('formslot_http_faults_total')
    }
    return sendRefusal(request, reply, refusal, mannerOf(request, parts.base))
  })

  createRoutes(server, parts)
  endpointRoutes(server, parts)
  claimRoutes(server, parts)
  disownRoutes(server, parts)
  lettersRoutes(server, parts)
  mailboxRoutes(server, parts)
  pageRoutes(server, parts)
  llmsRoutes(server, parts)
  openapiRoutes(server, parts)
  docsRoutes(server, parts)
  healthRoutes(server, parts)
  return server
}

const CLIENT_ERRORS: Readonly<Record<string, 'headers_too_large' | 'request_timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** A whole answer for a request that never became one (RFC 9112 §4). */
function rawRefusal(refusal: {
  code: RefusalCode
  requestId: string
  headers: Readonly<Record<string, string>>
}): string {
  const { status, body } = answerTo({ code: refusal.code }, refusal.requestId)
  const text = JSON.stringify(body)
  const headers = Object.entries({
    ...refusal.headers,
    'request-id': refusal.requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  })
  const lines = [`HTTP/1.1 ${status} Refused`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** Faults become answers here and nowhere else; what they are is told to the log only. */
function refusalOf(error: FastifyError): Refusal {
  if (error instanceof StoreUnavailable) {
    return { code: error.reason === 'full' ? 'disk_full' : 'store_unavailable' }
  }
  // The process ends because of it, and has said so; whether the request was stored is not known.
  if (error instanceof StoreBroken) return { code: 'store_unavailable' }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'payload_too_large' }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return { code: 'unsupported_media_type' }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { code: 'body_unparsable' }
    default: {
      const isTheirs = (error.statusCode ?? 500) < 500
      return { code: isTheirs ? 'request_malformed' : 'internal' }
    }
  }
}

import { type FastifyError, type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { StoreUnavailable } from '../actions/faults.ts'
import type { Refusal } from '../domain/refusal.ts'
import { DAY, SECOND } from '../domain/time.ts'
import { docsRoutes } from './agents/docs.ts'
import { llmsRoutes } from './agents/llms.ts'
import { openapiRoutes } from './agents/openapi.ts'
import { sendRefusal } from './answers.ts'
import { readContentType } from './body/content-type.ts'
import { isTrusted } from './client-address.ts'
import { healthRoutes } from './health.ts'
import { prefersHtml } from './negotiation.ts'
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
const MAX_HEADER_BYTES = 16 * 1024
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
  const server = fastify({
    loggerInstance: undefined,
    logger: false,
    genReqId: openRequestIds(),
    bodyLimit: 256 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    http: { headersTimeout: HEADERS_TIMEOUT, maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(request, reply, { code: 'request_malformed' }, { base: parts.base, html: false })
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const code = CLIENT_ERRORS[error.code] ?? 'request_malformed'
      const { status, body } = answerTo({ code }, 'req_unread')
      const text = JSON.stringify(body)
      socket.end(
        `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
          `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
      )
    },
  })

  const headers = parts.base.startsWith('https:') ? { ...COMMON_HEADERS, ...HSTS } : COMMON_HEADERS
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('request-id', request.id)
    if (!parts.accepting()) reply.header('connection', 'close')
    warnOfProxy(request)
    done()
  })

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
    sendRefusal(request, reply, { code: 'not_found' }, { base: parts.base, html: false }),
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
    const html = prefersHtml({
      accept: request.headers.accept,
      bodyKind: readContentType(request.headers['content-type']).kind,
      requestedWith: request.headers['x-requested-with']?.toString(),
      secFetchDest: request.headers['sec-fetch-dest']?.toString(),
    })
    const formspree = request.headers['formspree-client'] !== undefined
    return sendRefusal(request, reply, refusal, { base: parts.base, html, formspree })
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

/** Faults become answers here and nowhere else; what they are is told to the log only. */
function refusalOf(error: FastifyError): Refusal {
  if (error instanceof StoreUnavailable) {
    return { code: error.reason === 'full' ? 'disk_full' : 'store_unavailable' }
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'payload_too_large' }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return { code: 'unsupported_media_type' }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { code: 'body_unparsable' }
    default:
      return { code: 'internal' }
  }
}

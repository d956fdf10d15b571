import { createServer } from 'node:http'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { LARGE_BODY_BYTES, MAX_BODY_BYTES, MAX_HEADER_BYTES } from '../domain/submissions/fields.ts'
import { DAY, SECOND } from '../domain/time.ts'
import { createYield } from '../runtime/yield-to-event-loop.ts'
import { signInRoutes } from './accounts/sign-in.ts'
import { signInLinkRoutes } from './accounts/sign-in-link.ts'
import { apiResources, apiRoutes } from './api-routes.ts'
import type { HttpDeps } from './deps.ts'
import { destinationRoutes } from './destinations/confirm-destination.ts'
import { collectOperations } from './docs/openapi/public-operations.ts'
import { docsRoutes } from './docs/routes.ts'
import { claimRoutes } from './endpoints/claim.ts'
import { createRoutes } from './endpoints/create.ts'
import { declineRoutes } from './endpoints/decline.ts'
import { createFastPath } from './fast-path.ts'
import { endpointRoutes } from './forms/form-endpoint.ts'
import { openSubmissions } from './forms/submit.ts'
import { measureHttp } from './http-metrics.ts'
import { ANY_ORIGIN, isForAnyOrigin } from './kernel/cors.ts'
import { toFaultRefusal } from './kernel/faults.ts'
import { refuseOtherMethods } from './kernel/other-methods.ts'
import type { RequestHead } from './kernel/request.ts'
import { openRequestIds } from './kernel/request-ids.ts'
import { sendRefusal } from './kernel/respond.ts'
import { negotiateFormat } from './kernel/response-format.ts'
import { refuseUnreadable } from './kernel/unreadable.ts'
import { mailboxRoutes } from './outbox/mailbox.ts'
import { emailsRoutes } from './outbox/stop-emails.ts'
import { cloudflareRoutes } from './queues/cloudflare.ts'
import { queueRoutes } from './queues/routes.ts'
import { dashboardRoutes } from './site/dashboard.ts'
import { frontRoutes } from './site/front.ts'
import { healthRoutes } from './site/health.ts'
import { pageRoutes } from './site/pages.ts'
import { telemetryEndpointRoutes } from './telemetry/telemetry-endpoint.ts'

/** Limits of the HTTP server itself; the defaults of the framework have no time limit for a request. */
const HEADERS_TIMEOUT = 10 * SECOND
export const REQUEST_TIMEOUT = 20 * SECOND
const KEEP_ALIVE_TIMEOUT = 30 * SECOND
/** How late a time-out may come. */
const TIMEOUT_CHECKS = 2 * SECOND
/** Ids and tokens are shorter; longer ones are unknown without a look at the store. */
const MAX_PARAMETER_LENGTH = 128

const SERVER_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
  headersTimeout: HEADERS_TIMEOUT,
  maxHeaderSize: MAX_HEADER_BYTES,
  connectionsCheckingInterval: TIMEOUT_CHECKS,
  // Node would answer without a body; we look for it ourselves.
  requireHostHeader: false,
}

/** Headers of every answer, JSON and HTML. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Same-origin, not none: with none, browsers send `Origin: null` from our own buttons.
  'referrer-policy': 'same-origin',
}
/** Pages of other sites cannot have it loaded as a picture or a script of theirs, whatever cookies come along. */
const NOT_LOADED_ELSEWHERE = { 'cross-origin-resource-policy': 'same-origin' }
const HSTS = { 'strict-transport-security': `max-age=${(365 * DAY) / SECOND}` }

/** Builds the HTTP side: every route, every header, and one shape for every refusal. Does not listen yet. */
export function buildServer(deps: HttpDeps): FastifyInstance {
  const newRequestId = openRequestIds()
  const headers = deps.base.startsWith('https:') ? { ...COMMON_HEADERS, ...HSTS } : COMMON_HEADERS
  const headersForAnyOrigin = { ...headers, ...ANY_ORIGIN }
  const headersForUs = { ...headers, ...NOT_LOADED_ELSEWHERE }
  function headersOf(request: RequestHead): Record<string, string> {
    const common = isForAnyOrigin(request) ? headersForAnyOrigin : headersForUs
    const named = { ...common, 'request-id': request.id }
    return deps.accepting() ? named : { ...named, connection: 'close' }
  }

  const take = openSubmissions(deps)
  const flat = Object.entries(headersForAnyOrigin).flat()
  const lean = {
    take,
    newRequestId,
    warnOfProxy,
    headersOf(requestId: string) {
      const head = [...flat, 'request-id', requestId]
      return deps.accepting() ? head : [...head, 'connection', 'close']
    },
  }
  const server = fastify({
    loggerInstance: undefined,
    logger: false,
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (framework) =>
      createServer(SERVER_OPTIONS, createFastPath(deps, { ...lean, otherwise: framework })),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // No hook runs for what cannot be routed.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headersOf(request))
      sendRefusal(request, reply, { code: 'request_malformed' }, negotiateFormat(request, deps.base))
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      // What was asked for could not be read, so every page may read the refusal: there is nothing else in it.
      refuseUnreadable(socket, error, { requestId: newRequestId(), headers: headersForAnyOrigin })
    },
  })

  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    warnOfProxy(request)
    // RFC 9112 §3.2: a request of HTTP/1.1 names its host.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      sendRefusal(request, reply, { code: 'request_malformed' }, negotiateFormat(request, deps.base))
      return
    }
    done()
  })
  // However many of them come at once, one is read in each turn, and whoever sends little waits for one at most.
  const turn = createYield()
  server.addHook('preHandler', (request, _reply, done) => {
    if (isMuchToRead(request)) turn().then(() => done(), done)
    else done()
  })
  // An expectation that is not 100-continue may be ignored (RFC 9110 §10.1.1); Node would answer without a body.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
  const otherMethods = refuseOtherMethods(server, deps.base)
  measureHttp(server, deps)
  const operations = collectOperations(server)

  let warned = false
  /** A proxy that is not trusted makes all its visitors one client address: worth saying, once. */
  function warnOfProxy(request: RequestHead): void {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress ?? ''
    if (deps.trusts(peer)) return
    warned = true
    deps.log.warn(
      'X-Forwarded-For comes from a peer that FORMSLOT_TRUST_PROXY does not name: it is not believed',
    )
  }

  // Bodies arrive as bytes; what they mean is decided by the routes, so that every refusal has our shape.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  server.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, deps.base)),
  )
  server.setErrorHandler((error, request, reply) => {
    const refusal = toFaultRefusal(error, { id: request.id, route: request.routeOptions.url }, deps)
    return sendRefusal(request, reply, refusal, negotiateFormat(request, deps.base))
  })

  createRoutes(server, deps)
  endpointRoutes(server, deps, take)
  telemetryEndpointRoutes(server, deps)
  queueRoutes(server, deps)
  cloudflareRoutes(server, deps)
  claimRoutes(server, deps)
  destinationRoutes(server, deps)
  declineRoutes(server, deps)
  emailsRoutes(server, deps)
  mailboxRoutes(server, deps)
  signInRoutes(server, deps)
  signInLinkRoutes(server, deps)
  frontRoutes(server, deps)
  pageRoutes(server)
  const declaredApi = apiResources(deps)
  apiRoutes(server, deps, declaredApi)
  docsRoutes(server, deps, { operations, apiRoutes: declaredApi })
  healthRoutes(server, deps)
  dashboardRoutes(server, deps)
  otherMethods.shield()
  return server
}

/** Whether reading it takes milliseconds. A few packed bytes may be many. */
function isMuchToRead({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): boolean {
  return (
    Buffer.isBuffer(body) && (body.length > LARGE_BODY_BYTES || headers['content-encoding'] !== undefined)
  )
}

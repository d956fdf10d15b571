import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { LARGE_BODY_BYTES, MAX_BODY_BYTES, MAX_HEADER_BYTES } from '../domain/submissions/fields.ts'
import { SECOND } from '../domain/time.ts'
import { createServer } from '../runtime/node-http.ts'
import { createYield } from '../runtime/yield-to-event-loop.ts'
import { registerEmailKeyLink } from './accounts/email-key-link.ts'
import { registerHandOverLink } from './accounts/hand-over-link.ts'
import { registerInvitationLink } from './accounts/invitation-link.ts'
import { registerSignIn } from './accounts/sign-in.ts'
import { registerSignInLink } from './accounts/sign-in-link.ts'
import { listApiRoutes, registerApi } from './api-routes.ts'
import { createConnectionRefusals } from './connection-refusals.ts'
import { createConnections } from './connections.ts'
import type { HttpDeps } from './deps.ts'
import { registerDestinationLinks } from './destinations/confirm-destination.ts'
import { registerDocs } from './docs/routes.ts'
import { registerSkill } from './docs/skill.ts'
import { registerClaimLink } from './endpoints/claim.ts'
import { registerCreation } from './endpoints/create.ts'
import { registerDeclineLink } from './endpoints/decline.ts'
import { registerEndpointMarkdown } from './endpoints/show-markdown.ts'
import { createFastPath } from './fast-path.ts'
import { registerFileLinks } from './files/file-links.ts'
import { registerChallenge } from './forms/challenge.ts'
import { registerFormEndpoint } from './forms/form-endpoint.ts'
import { registerReceipts } from './forms/receipt.ts'
import { type AcceptSubmission, createAcceptSubmission } from './forms/submit.ts'
import { registerVendorAddresses } from './forms/vendor-addresses.ts'
import { registerFormHealth } from './health/form-health.ts'
import { measureHttp } from './http-metrics.ts'
import { createBodyBudget } from './kernel/body/body-budget.ts'
import { isGzip } from './kernel/body/gzip.ts'
import { receiveBodies } from './kernel/body/receive-bodies.ts'
import { addressBucket } from './kernel/client-address.ts'
import { toFaultRefusal } from './kernel/faults.ts'
import { refuseOtherMethods } from './kernel/other-methods.ts'
import { refuseUnreadable } from './kernel/raw-refusals.ts'
import { collectOperations } from './kernel/register-route.ts'
import {
  createRequestIds,
  forgiveSlash,
  getClientAddress,
  hasUnknownTransferCoding,
  isHostValid,
  type RequestHead,
} from './kernel/request.ts'
import { sendRefusal } from './kernel/respond.ts'
import { negotiateFormat } from './kernel/response-format.ts'
import { createCommonHeaders } from './kernel/response-headers.ts'
import { registerMcp } from './mcp/route.ts'
import { registerMailbox } from './outbox/mailbox.ts'
import { registerOperatorBounces } from './outbox/operator-bounces.ts'
import { registerSnoozeLink } from './outbox/snooze-emails.ts'
import { registerStopDigestLink } from './outbox/stop-digest.ts'
import { registerStopEmailsLink } from './outbox/stop-emails.ts'
import { registerCloudflareQueue } from './queues/cloudflare.ts'
import { registerQueue } from './queues/routes.ts'
import { registerClientPackage } from './site/client-package.ts'
import { registerDashboard } from './site/dashboard.ts'
import { registerDemo } from './site/demo.ts'
import { registerFormScript } from './site/form-script.ts'
import { registerHome } from './site/front.ts'
import { registerHealth } from './site/health.ts'
import { registerPageFiles } from './site/pages.ts'
import { registerStartPages } from './site/start.ts'
import { registerStatus } from './site/status.ts'
import { registerWellKnown } from './site/well-known.ts'
import { registerPublicStats } from './telemetry/public-stats.ts'
import { registerTelemetryEndpoint } from './telemetry/telemetry-endpoint.ts'
import { UPLOAD_TIMES } from './uploads/body-stream.ts'
import { MAX_WAIT_MS } from './uploads/upload-places.ts'

/**
 * Limits of the HTTP server itself; by default the framework sets no time limit for a request. Files end by their own limit first,
 * which answers in words.
 */
const HEADERS_TIMEOUT = 10 * SECOND
const REQUEST_TIMEOUT = MAX_WAIT_MS + UPLOAD_TIMES.maxMs + 5 * SECOND
/** Maximum delay of a timeout beyond its limit. */
const TIMEOUT_CHECKS = 2 * SECOND
/** Ids and tokens are shorter; longer ones are unknown without a query to the store. */
const MAX_PARAMETER_LENGTH = 128
const PUBLIC_ENDPOINT = /^\/[ftq]\//

const SERVER_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT,
  headersTimeout: HEADERS_TIMEOUT,
  maxHeaderSize: MAX_HEADER_BYTES,
  connectionsCheckingInterval: TIMEOUT_CHECKS,
  // Node would answer without a body; a hook checks the header instead.
  requireHostHeader: false,
}

/** Creates the server with all routes, common headers, and one shape for all refusals. It does not listen yet. */
export function buildServer(deps: HttpDeps): FastifyInstance {
  const bodies = createBodyBudget({
    maxBytes: deps.connectionLimits.maxBodyBytes,
    getClient: (request) => addressBucket(getClientAddress(request, deps.trusts)),
  })
  const newRequestId = createRequestIds()
  const headers = createCommonHeaders(deps)
  const { refuse, interrupt } = createConnectionRefusals(deps, { newRequestId, headers })
  const connections = createConnections({
    ...deps.connectionLimits,
    trusts: deps.trusts,
    interrupt,
    closing: deps.closing,
  })
  const warnOfProxy = createProxyWarning(deps)
  const submit = createAcceptSubmission(deps)
  const listForSubmission = headers.listForSubmission
  const server = fastify({
    loggerInstance: undefined,
    logger: false,
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (framework) =>
      createServer(
        SERVER_OPTIONS,
        createFastPath(deps, {
          submit,
          newRequestId,
          listHeaders: listForSubmission,
          warnOfProxy,
          begin: connections.begin,
          refuse,
          receive: bodies.receive,
          framework,
        }),
      ),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    rewriteUrl: ({ url = '/' }) => forgiveSlash(url),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Hooks do not run for a request that cannot be routed.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers.getFor(request))
      const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? toUnknownCode(request) : 'request_malformed'
      sendRefusal(request, reply, { code }, negotiateFormat(request, deps.base))
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      // The address could not be read. The refusal holds nothing secret, so pages of every site may read it.
      refuseUnreadable(socket, error, { requestId: newRequestId(), headers: headers.forAnyOrigin })
    },
  })

  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers.getFor(request))
    warnOfProxy(request)
    if (!isHostValid(request.raw)) {
      sendRefusal(request, reply, { code: 'request_malformed' }, negotiateFormat(request, deps.base))
      return
    }
    done()
  })
  refuseUnknownTransferCodings(server, deps.base)
  connections.limit(server.server)
  readLargeBodiesInTurn(server)
  // An expectation other than 100-continue may be ignored (RFC 9110 §10.1.1); Node would answer without a body.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
  const otherMethods = refuseOtherMethods(server, deps.base)
  measureHttp(server, deps, { connections, bodies })
  receiveBodies(server, { receive: bodies.receive, base: deps.base })
  handleErrors(server, deps)
  registerRoutes(server, deps, submit)
  otherMethods.shield()
  return server
}

/** Returns the refusal of an id or a token that is too long to be known. */
function toUnknownCode({ url }: RequestHead): 'endpoint_not_found' | 'not_found' {
  return PUBLIC_ENDPOINT.test(url) ? 'endpoint_not_found' : 'not_found'
}

/** Takes the place of the framework's compilers of schemas, which take long to load: routes validate with zod. */
function refuseSchema(): never {
  throw new Error('A route has a schema of the framework. Declare it with apiRoute or registerRoute.')
}

/** Creates a check that warns once of a proxy that is not trusted: all its visitors share one client address. */
function createProxyWarning({ log, trusts }: HttpDeps): (request: RequestHead) => void {
  let warned = false
  return (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    if (trusts(request.socket.remoteAddress ?? '')) return
    warned = true
    log.warn({ header: 'X-Forwarded-For', setting: 'FORMSLOT_TRUST_PROXY' }, 'proxy_not_trusted')
  }
}

/** Also closes the connection, because a proxy in front may have taken the body for the next request. */
function refuseUnknownTransferCodings(server: FastifyInstance, base: string): void {
  const refusal = {
    code: 'request_malformed',
    message: 'The only supported Transfer-Encoding is chunked. Send the body without compression.',
  } as const
  server.addHook('onRequest', (request, reply, done) => {
    if (!hasUnknownTransferCoding(request)) return done()
    reply.header('connection', 'close')
    sendRefusal(request, reply, refusal, negotiateFormat(request, base))
  })
}

/** Reads one large or compressed body per turn of the event loop, so that small requests wait for one at most. */
function readLargeBodiesInTurn(server: FastifyInstance): void {
  const yieldToOthers = createYield()
  server.addHook('preHandler', (request, _reply, done) => {
    if (isSlowToRead(request)) yieldToOthers().then(() => done(), done)
    else done()
  })
}

/** Returns true for a body that may take milliseconds to read. A few compressed bytes may expand to many. */
function isSlowToRead({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): boolean {
  return (
    Buffer.isBuffer(body) &&
    (body.length > LARGE_BODY_BYTES || headers['content-encoding'] !== undefined || isGzip(body))
  )
}

function handleErrors(server: FastifyInstance, deps: HttpDeps): void {
  server.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, deps.base)),
  )
  server.setErrorHandler((error, request, reply) => {
    const refusal = toFaultRefusal(error, { id: request.id, route: request.routeOptions.url }, deps)
    return sendRefusal(request, reply, refusal, negotiateFormat(request, deps.base))
  })
}

function registerRoutes(server: FastifyInstance, deps: HttpDeps, submit: AcceptSubmission): void {
  const operations = collectOperations(server)
  registerCreation(server, deps)
  registerFormEndpoint(server, deps, submit)
  registerFormHealth(server, deps)
  registerChallenge(server, deps)
  registerReceipts(server, deps)
  registerTelemetryEndpoint(server, deps)
  registerPublicStats(server, deps)
  registerFileLinks(server, deps)
  registerVendorAddresses(server, deps, submit)
  registerQueue(server, deps)
  registerCloudflareQueue(server, deps)
  registerEndpointMarkdown(server, deps)
  registerClaimLink(server, deps)
  registerDestinationLinks(server, deps)
  registerDeclineLink(server, deps)
  registerStopEmailsLink(server, deps)
  registerOperatorBounces(server, deps)
  registerStopDigestLink(server, deps)
  registerEmailKeyLink(server, deps)
  registerInvitationLink(server, deps)
  registerHandOverLink(server, deps)
  registerSnoozeLink(server, deps)
  registerMailbox(server, deps)
  registerSignIn(server, deps)
  registerSignInLink(server, deps)
  registerHome(server, deps)
  registerDemo(server, deps)
  registerStartPages(server, deps)
  registerPageFiles(server, deps)
  registerFormScript(server)
  registerClientPackage(server, deps)
  registerWellKnown(server, deps)
  registerSkill(server, deps)
  const declaredApi = listApiRoutes(deps)
  registerApi(server, deps, declaredApi)
  registerDocs(server, deps, { operations, apiRoutes: declaredApi })
  registerMcp(server, deps)
  registerHealth(server, deps)
  registerStatus(server, deps)
  registerDashboard(server, deps)
}

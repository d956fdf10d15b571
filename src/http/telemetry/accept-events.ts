import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { EVENT_RATE_FACTOR, SUBMIT_BURST } from '../../domain/submissions/submit-rate.ts'
import { MAX_LOG_RECORDS, type TelemetryEvent } from '../../domain/telemetry/event.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { answerPreflight } from '../kernel/cors.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { type PublicRoute, registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, isDryRun, pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { TELEMETRY_ID } from '../schema/parameters.ts'
import { registerClientSettings } from './client-settings.ts'
import { registerPixel } from './pixel.ts'
import { getBodyType, isCompressed, readEventBody } from './protocols/event-body.ts'
import { NATIVE } from './protocols/native-protocol.ts'
import { otlpStatus } from './protocols/operations.ts'
import { OTLP, OTLP_PROTOBUF, refuseSignal } from './protocols/otlp-protocol.ts'
import { PLAUSIBLE } from './protocols/plausible-protocol.ts'
import { POSTHOG_BATCH, POSTHOG_EVENT } from './protocols/posthog-protocol.ts'
import type { AcceptEvents, BadEvent, EventProtocol, ReadEvents } from './protocols/protocol.ts'
import { UMAMI, UMAMI_BATCH } from './protocols/umami-protocol.ts'
import { findVisitor, refusesTracking } from './visitor.ts'

/**
 * Protocols of the supported clients by their path below the endpoint. Of several at one path, the first that supports the type
 * of the body reads it, and the first of all refuses the others.
 */
const PROTOCOLS: readonly EventProtocol[] = [
  NATIVE,
  OTLP,
  OTLP_PROTOBUF,
  PLAUSIBLE,
  UMAMI,
  UMAMI_BATCH,
  POSTHOG_BATCH,
  POSTHOG_EVENT,
]
/** Signals of OpenTelemetry other than logs, which are refused. */
const OTHER_SIGNALS = [
  { path: '/v1/traces', operationId: 'refuseTraces' },
  { path: '/v1/metrics', operationId: 'refuseMetrics' },
]

/** Registers `POST /t/{id}` and the addresses below it that accept events. Pages of every site may call them. */
export function registerEventRoutes(server: FastifyInstance, deps: HttpDeps, describe: PublicRoute): void {
  const accept = createAcceptEvents(deps)
  for (const [path, protocols] of Map.groupBy(PROTOCOLS, (protocol) => protocol.path)) {
    const [first] = protocols as [EventProtocol]
    const { aliases = [], maxBytes: bodyLimit, operation } = first
    async function POST(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const type = getBodyType(request)
      const protocol = protocols.find(({ types }) => type && types.includes(type)) ?? first
      const answer = await accept(request, pathParameter(request, 'id'), protocol)
      reply.raw.once('finish', deps.answered)
      return send(reply, answer)
    }
    for (const alias of aliases) {
      registerRoute(server, {
        url: `/t/:id${alias}`,
        bodyLimit,
        handlers: { POST, OPTIONS: answerPreflight },
      })
    }
    registerRoute(server, {
      url: `/t/:id${path}`,
      bodyLimit,
      handlers: {
        POST: { ...operation, handle: POST },
        ...(path === '' ? { GET: describe } : {}),
        OPTIONS: answerPreflight,
      },
    })
  }
  registerPixel(server, deps, accept)
  registerClientSettings(server)
  for (const { path, operationId } of OTHER_SIGNALS) {
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      send(reply, refuseSignal(getBodyType(request)))
    const POST: PublicRoute = {
      operationId,
      summary: 'Refuse a signal: only logs are accepted.',
      tag: 'events',
      parameters: [TELEMETRY_ID],
      answers: { 404: otlpStatus('The refusal.') },
      handle,
    }
    registerRoute(server, { url: `/t/:id${path}`, handlers: { POST, OPTIONS: answerPreflight } })
  }
  const POST = (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, refuseSignal(getBodyType(request)))
  registerRoute(server, { url: '/t/:id/i/v1/metrics', handlers: { POST, OPTIONS: answerPreflight } })
}

/** Facts about a request that was refused before it was parsed. */
const NOTHING_READ: { bad: readonly BadEvent[]; count: number } = { bad: [], count: 0 }

/** Creates the operation that accepts events, for all protocols. */
function createAcceptEvents(deps: HttpDeps): AcceptEvents {
  const { actions, keys, clock, metrics } = deps
  const rate = {
    burst: SUBMIT_BURST * EVENT_RATE_FACTOR,
    perMinute: deps.submitPerMinute * EVENT_RATE_FACTOR,
  }
  const limits = { maxCharge: MAX_LOG_RECORDS }
  const allowed = createRateLimit(rate, limits)
  const dryRuns = createRateLimit(rate, limits)

  return async function accept(request, endpointId, protocol) {
    const now = clock.now()
    const dryRun = isDryRun(request)
    const refuse = (refusal: Refusal, about = NOTHING_READ) => {
      if (!dryRun) metrics.count('formslot_event_requests_total', refusal.code)
      return protocol.refusal(refusal, { requestId: request.id, dryRun, ...about })
    }
    if (!isEndpointId('telemetry', endpointId)) return refuse({ code: 'endpoint_not_found' })
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const limit = dryRun ? dryRuns : allowed
    const client = { address, formId: endpointId, now }
    const wait = limit.take(client)
    if (wait > 0) return refuse({ code: 'event_rate', retryAfterSeconds: wait })

    // Decompression is expensive, so it is not done for endpoints that do not exist.
    if (isCompressed(request) && !(await actions.probeStatus(endpointId, now)))
      return refuse({ code: 'endpoint_not_found' })
    const body: ReturnType<typeof readEventBody> = protocol.createBody
      ? { kind: 'read', body: protocol.createBody(request) }
      : readEventBody(request, protocol)
    const read = body.kind === 'read' ? protocol.read(body.body, now) : body
    const readable = read.kind === 'read' ? read : { events: [], bad: [], late: [] }
    const events = refusesTracking(request) ? readable.events.map(anonymize) : readable.events
    const bad = read.kind === 'refused' ? read.refusal : toRefusalOfAll(read)
    const idempotencyKey = getIdempotencyKey(request, {
      path: `/t/${endpointId}${protocol.path}`,
      content: { kind: 'fields', fields: [{ name: '', value: toText(body) }] },
      caller: address,
      replays: 'to anyone',
      mark: keys.hmacIdempotencyKey,
    })
    if (idempotencyKey.kind === 'refused') return refuse(idempotencyKey.refusal)
    const about = { bad: readable.bad, count: events.length + readable.bad.length }
    // The request itself has taken one token.
    limit.charge({ ...client, tokens: about.count - 1 })
    if (dryRun) {
      const outcome = await actions.tryEvents({ endpointId, events, bad, now })
      if (outcome.kind === 'refused') return refuse(outcome.refusal, about)
      return protocol.dryRun(outcome, { ...readable, events })
    }
    const answer = await actions.acceptEvents({
      endpointId,
      events,
      bad,
      idempotencyKey: idempotencyKey.idempotencyKey,
      share: deps.quotaShares.open({ address, now }),
      apiKey: findApiKey(request, keys),
      visitor: findVisitor(request, address),
      now,
    })
    if (answer.kind === 'refused') return refuse(answer.refusal, about)
    metrics.count('formslot_event_requests_total', 'accepted')
    const accepted = protocol.accepted(answer, readable)
    return answer.replayed
      ? { ...accepted, headers: { ...accepted.headers, 'idempotent-replayed': 'true' } }
      : accepted
  }
}

/** Returns the key of an account that came with events, though they need none; null without one. */
function findApiKey(request: FastifyRequest, keys: HttpDeps['keys']): string | null {
  if (request.headers.authorization === undefined) return null
  const key = parseBearer(request)
  return key !== null && keys.parseApiKeyId(key) !== null ? key : null
}

/** Returns the refusal of a request whose events are all invalid: the error of the first. */
function toRefusalOfAll({ events, bad }: Pick<ReadEvents, 'events' | 'bad'>): Refusal | null {
  const [first] = bad
  if (!first || events.length > 0) return null
  const { field, message } = first
  return { code: 'event_invalid', ...(field === '' ? {} : { field }), message }
}

/** Removes the data that identifies a person, as Sec-GPC requests. */
function anonymize(event: TelemetryEvent): TelemetryEvent {
  return { ...event, user: null, referrer: null }
}

function toText(body: ReturnType<typeof readEventBody>): string {
  return body.kind === 'read' ? body.body.bytes.toString('latin1') : ''
}

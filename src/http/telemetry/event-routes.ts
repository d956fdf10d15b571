import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { type PublicRoute, registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { TELEMETRY_ID } from '../schema/parameters.ts'
import { createAcceptEvents } from './accept-events.ts'
import { registerClientSettings } from './client-settings.ts'
import { registerPixel } from './pixel.ts'
import { getBodyType } from './protocols/event-body.ts'
import { NATIVE } from './protocols/native-protocol.ts'
import { OTLP, OTLP_PROTOBUF, otlpStatus, refuseSignal } from './protocols/otlp-protocol.ts'
import { PLAUSIBLE } from './protocols/plausible.ts'
import { POSTHOG_BATCH, POSTHOG_EVENT } from './protocols/posthog.ts'
import type { AcceptEvents, EventProtocol } from './protocols/protocol.ts'
import { UMAMI, UMAMI_BATCH } from './protocols/umami.ts'

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
/** Signals of OpenTelemetry other than logs, which are refused; those of PostHog's clients are left out of the API reference. */
const OTHER_SIGNALS = [
  { path: '/v1/traces', operationId: 'refuseTraces' },
  { path: '/v1/metrics', operationId: 'refuseMetrics' },
  { path: '/i/v1/metrics', operationId: null },
]

/** Registers `POST /t/{id}` and the addresses below it that accept events. Pages of every site may call them. */
export function registerEventRoutes(server: FastifyInstance, deps: HttpDeps, describe: PublicRoute): void {
  const accept = createAcceptEvents(deps)
  for (const protocols of Map.groupBy(PROTOCOLS, ({ path }) => path).values()) {
    const [first] = protocols as [EventProtocol]
    const { path, aliases = [], maxBytes: bodyLimit, operation } = first
    const handle = createHandler({ accept, answered: deps.answered, protocols, otherwise: first })
    const POST = { ...operation, handle }
    const handlers = { POST, ...(path === '' ? { GET: describe } : {}), OPTIONS: answerPreflight }
    registerRoute(server, { url: `/t/:id${path}`, bodyLimit, handlers })
    for (const alias of aliases) {
      const undocumented = { POST: handle, OPTIONS: answerPreflight }
      registerRoute(server, { url: `/t/:id${alias}`, bodyLimit, handlers: undocumented })
    }
  }
  registerPixel(server, deps, accept)
  registerClientSettings(server)
  for (const { path, operationId } of OTHER_SIGNALS) {
    const POST = operationId === null ? refuseOtherSignal : describeRefusal(operationId)
    registerRoute(server, { url: `/t/:id${path}`, handlers: { POST, OPTIONS: answerPreflight } })
  }
}

function createHandler({
  accept,
  answered,
  protocols,
  otherwise,
}: {
  accept: AcceptEvents
  answered: HttpDeps['answered']
  protocols: readonly EventProtocol[]
  otherwise: EventProtocol
}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const type = getBodyType(request)
    const protocol = protocols.find(({ types }) => type && types.includes(type)) ?? otherwise
    const answer = await accept(request, pathParameter(request, 'id'), protocol)
    if (answered) reply.raw.once('finish', answered)
    return send(reply, answer)
  }
}

function describeRefusal(operationId: string): PublicRoute {
  return {
    operationId,
    summary: 'Refuse a signal: only logs are accepted.',
    tag: 'events',
    parameters: [TELEMETRY_ID],
    answers: { 404: otlpStatus('The refusal.') },
    handle: refuseOtherSignal,
  }
}

function refuseOtherSignal(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, refuseSignal(getBodyType(request)))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Status } from '../../actions/endpoints/probe-status.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { createShowMarkdown } from '../endpoints/show-markdown.ts'
import { statusBody } from '../endpoints/status-body.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { acceptsMarkdown } from '../kernel/response-format.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { addVary } from '../kernel/vary.ts'
import { exampleStatus, unknownEndpoint } from '../schema/endpoint-answers.ts'
import { TelemetryInfo, TelemetryStatus } from '../schema/event-schemas.ts'
import { EXAMPLE_TELEMETRY_ID } from '../schema/examples.ts'
import { TELEMETRY_ID } from '../schema/parameters.ts'
import { registerEventRoutes } from './event-routes.ts'
import { registerEventReading } from './telemetry-reading.ts'

const ACCEPTS = [
  'application/json',
  'text/plain',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
]

/** Registers `/t/{telemetry_id}` and the addresses below it. Pages of every site may call all of them. */
export function registerTelemetryEndpoint(server: FastifyInstance, deps: HttpDeps): void {
  const { base } = deps

  async function loadStatus(request: FastifyRequest) {
    const id = pathParameter(request, 'id')
    const status: Status | null = isEndpointId('telemetry', id)
      ? await deps.actions.probeStatus(id, deps.clock.now())
      : null
    const body = statusBody(request, { telemetry_id: id, telemetry_url: `${base}/t/${id}` }, status)
    return { status, body }
  }

  const showMarkdown = createShowMarkdown(deps, 'telemetry')
  async function describe(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (acceptsMarkdown(request.headers.accept)) return showMarkdown(request, reply)
    addVary(reply.header('x-robots-tag', 'noindex'), 'Accept')
    const { status, body } = await loadStatus(request)
    if (status?.state === 'retired' || status?.state === 'expired') {
      return sendRefusal(request, reply, { code: `endpoint_${status.state}` }, { base, html: false })
    }
    return reply.code(status ? 200 : 404).send(status ? { ...body, accepts: ACCEPTS } : body)
  }

  async function probe(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { status, body } = await loadStatus(request)
    return reply.code(status ? 200 : 404).send(body)
  }

  const example = exampleStatus(base, {
    telemetry_id: EXAMPLE_TELEMETRY_ID,
    telemetry_url: `${base}/t/${EXAMPLE_TELEMETRY_ID}`,
  })
  const statusOperation: PublicOperation = {
    operationId: 'probeTelemetry',
    summary: 'The claim-status probe.',
    tag: 'events',
    parameters: [TELEMETRY_ID],
    answers: {
      200: { description: 'The public facts of the endpoint.', schema: TelemetryStatus, example },
      404: unknownEndpoint('No such endpoint.'),
    },
  }
  registerEventRoutes(server, deps, {
    operationId: 'describeTelemetry',
    summary: 'Describe how to send events to this endpoint.',
    tag: 'events',
    description: 'Markdown for clients that name it in Accept, JSON for all others.',
    parameters: [TELEMETRY_ID],
    answers: {
      200: {
        description: 'The status, and the media types that the endpoint accepts.',
        schema: TelemetryInfo,
        example: { ...example, accepts: ['application/json'] },
        media: ['text/markdown'],
      },
      404: { ...unknownEndpoint('No such endpoint.'), media: ['text/markdown'] },
    },
    refuses: ['endpoint_expired', 'endpoint_retired'],
    refusesAs: 'json or markdown',
    handle: describe,
  })
  registerEventReading(server, deps)
  registerRoute(server, {
    url: '/t/:id/status',
    handlers: {
      GET: { ...statusOperation, handle: probe },
      HEAD: {
        ...statusOperation,
        operationId: 'probeTelemetryExistence',
        summary: 'The claim-status probe without a body.',
        handle: probe,
      },
      OPTIONS: answerPreflight,
    },
  })
}

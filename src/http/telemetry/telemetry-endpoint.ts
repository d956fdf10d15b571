import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { createDescribe, createProbeStatus } from '../endpoints/facts.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
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

  const probe = createProbeStatus(deps, 'telemetry')
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
    handle: createDescribe(deps, { kind: 'telemetry', accepts: ACCEPTS }),
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

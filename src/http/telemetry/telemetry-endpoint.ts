import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { createDescribe, createProbeStatus } from '../endpoints/facts.ts'
import { infoOperation, statusOperation } from '../endpoints/facts-operations.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { TelemetryInfo, TelemetryStatus } from '../schema/event-schemas.ts'
import { registerBadge } from './badge.ts'
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
  const status = statusOperation(base, 'telemetry', {
    operationId: 'probeTelemetry',
    summary: 'The claim-status probe.',
    schema: TelemetryStatus,
  })
  const info = infoOperation(base, 'telemetry', {
    operationId: 'describeTelemetry',
    summary: 'Describe how to send events to this endpoint.',
    description: 'Markdown for clients that name it in Accept, JSON for all others.',
    schema: TelemetryInfo,
    accepts: ACCEPTS,
  })
  const describe = createDescribe(deps, { kind: 'telemetry', accepts: ACCEPTS })
  registerEventRoutes(server, deps, { ...info, handle: describe })
  registerEventReading(server, deps)
  registerBadge(server, deps)
  registerRoute(server, {
    url: '/t/:id/status',
    handlers: {
      GET: { ...status, handle: probe },
      HEAD: {
        ...status,
        operationId: 'probeTelemetryExistence',
        summary: 'The claim-status probe without a body.',
        handle: probe,
      },
      OPTIONS: answerPreflight,
    },
  })
}

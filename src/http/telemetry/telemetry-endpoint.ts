import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Status } from '../../actions/endpoints/probe-status.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { statusBody } from '../endpoints/status-body.ts'
import { answerPreflight } from '../kernel/cors.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { telemetryRoutes } from './accept-events.ts'
import { telemetryReadingRoutes } from './telemetry-reading.ts'

const ACCEPTS = [
  'application/json',
  'text/plain',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
]

/** `/t/{telemetry_id}` and all below it. Pages of every site may call all of it. */
export function telemetryEndpointRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { base } = deps

  async function look(request: FastifyRequest) {
    const id = pathParameter(request, 'id')
    const status: Status | null = isEndpointId('telemetry', id)
      ? await deps.actions.probeStatus(id, deps.clock.now())
      : null
    const body = statusBody(request, { telemetry_id: id, telemetry_url: `${base}/t/${id}` }, status)
    return { status, body }
  }

  async function describe(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { status, body } = await look(request)
    if (status?.state === 'retired' || status?.state === 'expired') {
      return sendRefusal(request, reply, { code: `endpoint_${status.state}` }, { base, html: false })
    }
    return reply.code(status ? 200 : 404).send(status ? { ...body, accepts: ACCEPTS } : body)
  }

  telemetryRoutes(server, deps, describe)
  telemetryReadingRoutes(server, deps)
  registerRoute(server, deps, {
    url: '/t/:id/status',
    handlers: {
      async GET(request, reply) {
        const { status, body } = await look(request)
        return reply.code(status ? 200 : 404).send(body)
      },
      OPTIONS: answerPreflight,
    },
  })
}

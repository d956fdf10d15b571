import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../deps.ts'
import { offer } from '../kernel/register-route.ts'

/** `/healthz`: the process answers. `/readyz`: it can store a submission. */
export function healthRoutes(server: FastifyInstance, parts: HttpParts): void {
  offer(server, parts, {
    url: '/healthz',
    handlers: { GET: (_request, reply) => reply.send({ ok: true, version: parts.version }) },
  })
  offer(server, parts, {
    url: '/readyz',
    handlers: {
      async GET(_request, reply) {
        const checks = await parts.deeds.checkReadiness()
        const accepting = parts.accepting()
        const ready = accepting && checks.store && checks.disk
        return reply.code(ready ? 200 : 503).send({ ready, checks: { ...checks, accepting } })
      },
    },
  })
}

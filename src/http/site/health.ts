import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'

/** `/healthz`: the process answers. `/readyz`: it can store a submission. */
export function healthRoutes(server: FastifyInstance, parts: HttpDeps): void {
  registerRoute(server, parts, {
    url: '/healthz',
    handlers: { GET: (_request, reply) => reply.send({ ok: true, version: parts.version }) },
  })
  registerRoute(server, parts, {
    url: '/readyz',
    handlers: {
      async GET(_request, reply) {
        const checks = await parts.actions.checkReadiness()
        const accepting = parts.accepting()
        const ready = accepting && checks.store && checks.disk
        return reply.code(ready ? 200 : 503).send({ ready, checks: { ...checks, accepting } })
      },
    },
  })
}

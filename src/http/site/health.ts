import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'

/** `/healthz`: the process answers. `/readyz`: it can store a submission. */
export function healthRoutes(server: FastifyInstance, deps: HttpDeps): void {
  registerRoute(server, deps, {
    url: '/healthz',
    handlers: { GET: (_request, reply) => reply.send({ ok: true, version: deps.version }) },
  })
  registerRoute(server, deps, {
    url: '/readyz',
    handlers: {
      async GET(_request, reply) {
        const checks = await deps.actions.checkReadiness()
        const accepting = deps.accepting()
        const ready = accepting && checks.store && checks.disk
        return reply.code(ready ? 200 : 503).send({ ready, checks: { ...checks, accepting } })
      },
    },
  })
}

import type { FastifyInstance } from 'fastify'
import { SECOND } from '../../domain/time.ts'
import { shareRead } from '../../runtime/shared-read.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { Healthy, Readiness } from '../schema/schemas.ts'

/** Time in which the store must have written: load balancers and supervisors do not wait much longer. */
const MAX_PROBE_MS = 5 * SECOND

/** `/healthz`: the process answers. `/readyz`: it can store a submission. */
export function registerHealth(server: FastifyInstance, deps: HttpDeps): void {
  const { actions } = deps
  const probeStore = shareRead(() => actions.checkStore(), MAX_PROBE_MS)
  registerRoute(server, {
    url: '/healthz',
    handlers: {
      GET: {
        operationId: 'probeHealth',
        summary: 'Check that the process answers.',
        tag: 'service',
        answers: {
          200: { description: 'It does.', schema: Healthy, example: { ok: true, version: deps.version } },
        },
        handle: (_request, reply) => reply.send({ ok: true, version: deps.version }),
      },
    },
  })
  registerRoute(server, {
    url: '/readyz',
    handlers: {
      GET: {
        operationId: 'probeReadiness',
        summary: 'Check that a submission sent now could be stored.',
        tag: 'service',
        answers: {
          200: {
            description: 'It could.',
            schema: Readiness,
            example: { ready: true, checks: { store: true, disk: true, accepting: true } },
          },
          503: {
            description: 'It could not.',
            schema: Readiness,
            example: { ready: false, checks: { store: true, disk: false, accepting: true } },
          },
        },
        async handle(request, reply) {
          const store = (await probeStore()) ?? false
          const checks = { store, disk: actions.checkDisk() }
          const accepting = !deps.closing.aborted
          const ready = accepting && checks.store && checks.disk
          if (!ready && accepting) deps.outages.record('not_ready', request.id)
          return reply.code(ready ? 200 : 503).send({ ready, checks: { ...checks, accepting } })
        },
      },
    },
  })
}

import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { llmsText } from './llms-text.ts'
import { publish } from './publish.ts'

/** `/llms.txt`: the surface for language models. */
export function llmsRoutes(server: FastifyInstance, deps: HttpDeps): void {
  registerRoute(server, deps, {
    url: '/llms.txt',
    handlers: { GET: publish(llmsText(deps), 'text/plain; charset=utf-8') },
  })
}

import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { openapiDocument } from './openapi/document.ts'
import { publish } from './publish.ts'

/** `/openapi.json`: the surface for programs. */
export function openapiRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const text = JSON.stringify(openapiDocument(deps), null, 1)
  registerRoute(server, deps, {
    url: '/openapi.json',
    handlers: { GET: publish(text, 'application/json; charset=utf-8') },
  })
}

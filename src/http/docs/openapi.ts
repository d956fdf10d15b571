import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { openapiDocument } from './openapi/document.ts'
import { publish } from './publish.ts'

/** `/openapi.json`: the surface for programs. */
export function openapiRoutes(server: FastifyInstance, parts: HttpDeps): void {
  const text = JSON.stringify(openapiDocument(parts), null, 1)
  registerRoute(server, parts, {
    url: '/openapi.json',
    handlers: { GET: publish(text, 'application/json; charset=utf-8') },
  })
}

import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { sendPublicPage } from '../kernel/respond.ts'
import { docsPage } from '../pages/docs.ts'
import { openapiDocument } from './openapi/document.ts'

/** `/docs`: the same surface for people. */
export function docsRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const page = docsPage({ base: deps.base, openapi: openapiDocument(deps) })
  registerRoute(server, deps, {
    url: '/docs',
    handlers: { GET: (_request, reply) => sendPublicPage(reply, page) },
  })
}

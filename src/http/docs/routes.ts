import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { sendPublicPage } from '../kernel/respond.ts'
import { docsPage } from '../pages/docs/docs.ts'
import { llmsText } from './llms-text.ts'
import { openapiDocument } from './openapi/document.ts'
import { composeOnce, publish } from './publish.ts'

/** `/llms.txt`, `/openapi.json` and `/docs`: the same surface for language models, programs and people. */
export function docsRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const document = composeOnce(() => openapiDocument(deps))
  const page = composeOnce(() => docsPage({ base: deps.base, openapi: document() }))
  registerRoute(server, deps, {
    url: '/llms.txt',
    handlers: { GET: publish(() => llmsText(deps), 'text/plain; charset=utf-8') },
  })
  registerRoute(server, deps, {
    url: '/openapi.json',
    handlers: { GET: publish(() => JSON.stringify(document(), null, 1), 'application/json; charset=utf-8') },
  })
  registerRoute(server, deps, {
    url: '/docs',
    handlers: { GET: (_request, reply) => sendPublicPage(reply, page()) },
  })
}

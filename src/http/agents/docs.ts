import type { FastifyInstance } from 'fastify'
import { sendPublicPage } from '../answers.ts'
import { offer } from '../offer.ts'
import { docsPage } from '../pages/docs.ts'
import type { HttpParts } from '../parts.ts'
import { openapiDocument } from './openapi/document.ts'

/** `/docs`: the same surface for people. */
export function docsRoutes(server: FastifyInstance, parts: HttpParts): void {
  const page = docsPage({ base: parts.base, openapi: openapiDocument(parts) })
  offer(server, parts, { url: '/docs', handlers: { GET: (_request, reply) => sendPublicPage(reply, page) } })
}

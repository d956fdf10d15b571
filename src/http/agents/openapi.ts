import type { FastifyInstance } from 'fastify'
import { offer } from '../offer.ts'
import type { HttpParts } from '../parts.ts'
import { openapiDocument } from './openapi/document.ts'
import { publish } from './publish.ts'

/** `/openapi.json`: the surface for programs. */
export function openapiRoutes(server: FastifyInstance, parts: HttpParts): void {
  const text = JSON.stringify(openapiDocument(parts), null, 1)
  offer(server, parts, {
    url: '/openapi.json',
    handlers: { GET: publish(text, 'application/json; charset=utf-8') },
  })
}

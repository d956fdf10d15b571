import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../deps.ts'
import { offer } from '../kernel/register-route.ts'
import { llmsText } from './llms-text.ts'
import { publish } from './publish.ts'

/** `/llms.txt`: the surface for language models. */
export function llmsRoutes(server: FastifyInstance, parts: HttpParts): void {
  offer(server, parts, {
    url: '/llms.txt',
    handlers: { GET: publish(llmsText(parts), 'text/plain; charset=utf-8') },
  })
}

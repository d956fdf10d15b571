import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { STYLE } from '../pages/style.ts'

const ROBOTS =
  'User-agent: *\nDisallow: /f/\nDisallow: /claim/\nDisallow: /disown/\nDisallow: /emails/\nDisallow: /mailbox\nDisallow: /sign-in\nDisallow: /app\nDisallow: /api/\n'

/** Routes of the stylesheet and of robots.txt. */
export function pageRoutes(server: FastifyInstance, deps: HttpDeps): void {
  registerRoute(server, deps, {
    url: '/style.css',
    handlers: {
      GET: (_request, reply) =>
        reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(STYLE),
    },
  })
  registerRoute(server, deps, {
    url: '/robots.txt',
    handlers: { GET: (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS) },
  })
}

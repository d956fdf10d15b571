import type { FastifyInstance } from 'fastify'
import { sendPublicPage } from '../answers.ts'
import { offer } from '../offer.ts'
import { homePage } from '../pages/home.ts'
import { STYLE } from '../pages/style.ts'
import type { HttpParts } from '../parts.ts'

const ROBOTS =
  'User-agent: *\nDisallow: /f/\nDisallow: /claim/\nDisallow: /disown/\nDisallow: /letters/\nDisallow: /mailbox\nDisallow: /sign-in\nDisallow: /app\nDisallow: /api/\n'

/** The landing page and what every page links to. */
export function pageRoutes(server: FastifyInstance, parts: HttpParts): void {
  const { base } = parts
  offer(server, parts, {
    url: '/',
    handlers: {
      GET: (_request, reply) => sendPublicPage(reply, homePage({ base })),
    },
  })
  offer(server, parts, {
    url: '/style.css',
    handlers: {
      GET: (_request, reply) =>
        reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(STYLE),
    },
  })
  offer(server, parts, {
    url: '/robots.txt',
    handlers: { GET: (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS) },
  })
}

import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../kernel/register-route.ts'
import { SCRIPT } from '../pages/script.ts'
import { STYLE } from '../pages/style.ts'

const ROBOTS =
  'User-agent: *\nDisallow: /f/\nDisallow: /claim/\nDisallow: /disown/\nDisallow: /emails/\nDisallow: /mailbox\nDisallow: /sign-in\nDisallow: /app\nDisallow: /api/\n'

/** Routes of the stylesheet, the script and robots.txt. */
export function registerPageFiles(server: FastifyInstance): void {
  registerRoute(server, {
    url: '/style.css',
    handlers: {
      GET: {
        operationId: 'readStyle',
        summary: 'The stylesheet of the pages.',
        answers: { 200: { description: 'A stylesheet.', media: ['text/css'] } },
        handle: (_request, reply) =>
          reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(STYLE),
      },
    },
  })
  registerRoute(server, {
    url: '/page.js',
    handlers: {
      GET: {
        operationId: 'readScript',
        summary: 'The script of the pages: buttons that copy.',
        answers: { 200: { description: 'A script.', media: ['text/javascript'] } },
        handle: (_request, reply) =>
          reply
            .type('text/javascript; charset=utf-8')
            .header('cache-control', 'public, max-age=300')
            .send(SCRIPT),
      },
    },
  })
  registerRoute(server, {
    url: '/robots.txt',
    handlers: {
      GET: {
        operationId: 'readRobots',
        summary: 'The rules for crawlers.',
        answers: { 200: { description: 'Rules.', media: ['text/plain'] } },
        handle: (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS),
      },
    },
  })
}

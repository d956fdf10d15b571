import type { FastifyInstance, FastifyReply } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isDryRun, isPrefetch, pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { PIXEL } from './protocols/pixel-protocol.ts'
import type { AcceptEvents } from './protocols/protocol.ts'

/** One transparent pixel. */
const PIXEL_IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Registers `GET /t/{id}/p.gif?name=…`: an event of a page without scripts. A prefetch is not counted. */
export function registerPixel(server: FastifyInstance, deps: HttpDeps, accept: AcceptEvents): void {
  function show(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
    return reply
      .code(200)
      .headers({ ...headers, 'content-type': 'image/gif' })
      .send(PIXEL_IMAGE)
  }

  registerRoute(server, {
    url: `/t/:id${PIXEL.path}`,
    handlers: {
      GET: {
        ...PIXEL.operation,
        async handle(request, reply) {
          if (isPrefetch(request)) return show(reply, {})
          const answer = await accept(request, pathParameter(request, 'id'), PIXEL)
          if (deps.answered) reply.raw.once('finish', deps.answered)
          return isDryRun(request) ? send(reply, answer) : show(reply, answer.headers)
        },
      },
      HEAD: (_request, reply) => show(reply, {}),
      OPTIONS: answerPreflight,
    },
  })
}

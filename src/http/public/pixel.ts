import type { FastifyInstance, FastifyReply } from 'fastify'
import { send } from '../answers.ts'
import { answerPreflight } from '../cors.ts'
import { PIXEL } from '../events/pixel-protocol.ts'
import { offer } from '../offer.ts'
import type { HttpParts } from '../parts.ts'
import { isPrefetch } from '../prefetch.ts'
import { isDryRun, pathParameter } from '../request.ts'
import type { TakeEvents } from './telemetry.ts'

/** One transparent point. */
const POINT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** `GET /t/{id}/p.gif?name=…`: an event of a page without scripts. Nobody counts who only asks ahead. */
export function pixelRoutes(server: FastifyInstance, parts: HttpParts, take: TakeEvents): void {
  function show(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
    return reply
      .code(200)
      .headers({ ...headers, 'content-type': 'image/gif' })
      .send(POINT)
  }

  offer(server, parts, {
    url: `/t/:id${PIXEL.path}`,
    handlers: {
      async GET(request, reply) {
        if (isPrefetch(request)) return show(reply, {})
        const answer = await take(request, pathParameter(request, 'id'), PIXEL)
        reply.raw.once('finish', parts.answered)
        return isDryRun(request) ? send(reply, answer) : show(reply, answer.headers)
      },
      HEAD: (_request, reply) => show(reply, {}),
      OPTIONS: answerPreflight,
    },
  })
}

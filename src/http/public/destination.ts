import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DestinationAnswer } from '../../actions/answer-destination.ts'
import { sendPage, sendRefusal } from '../answers.ts'
import { offer } from '../offer.ts'
import { isOneClick } from '../one-click.ts'
import { destinationPage } from '../pages/destination.ts'
import { chooseLanguage } from '../pages/languages.ts'
import type { HttpParts } from '../parts.ts'
import { pathParameter } from '../request.ts'
import { isSentFromElsewhere } from '../same-origin.ts'
import { sendDeadLink } from './dead-link.ts'

/**
 * The links in letters to a mailbox that an owner has added. GET shows a page, whoever follows the link; the buttons on
 * it confirm the mailbox and take it away. `/stop` is also the List-Unsubscribe address of the letters.
 */
export function destinationRoutes(server: FastifyInstance, parts: HttpParts): void {
  const { deeds, clock, base } = parts

  async function look(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return show(request, reply, await deeds.lookAtDestination({ token: pathParameter(request, 'token') }))
  }

  function show(request: FastifyRequest, reply: FastifyReply, answer: DestinationAnswer): FastifyReply {
    const language = chooseLanguage(request.headers['accept-language'])
    reply.header('vary', 'Accept-Language')
    switch (answer.kind) {
      case 'refused':
        return sendDeadLink(request, reply, { base, refusal: answer.refusal })
      case 'asked':
      case 'confirmed': {
        const { kind, ...shown } = answer
        const confirmAction = `${base}/destination/${pathParameter(request, 'token')}`
        const stopAction = `${confirmAction}/stop`
        return sendPage(
          reply,
          destinationPage({ base, language, outcome: kind, ...shown, confirmAction, stopAction }),
        )
      }
      case 'withdrawn': {
        const stopAction = `${base}/destination/${pathParameter(request, 'token')}/stop`
        return sendPage(reply, destinationPage({ base, language, outcome: 'withdrawn', stopAction }))
      }
      case 'gone':
        return sendPage(reply, destinationPage({ base, language, outcome: 'gone' }))
      case 'refused_for_good':
        return sendPage(reply, destinationPage({ base, language, outcome: 'refused' }))
    }
  }

  offer(server, parts, {
    url: '/destination/:token',
    handlers: {
      GET: look,
      async POST(request, reply) {
        if (isSentFromElsewhere(request, base)) return turnAway(request, reply)
        const token = pathParameter(request, 'token')
        return show(request, reply, await deeds.confirmDestination({ token, now: clock.now() }))
      },
    },
  })
  offer(server, parts, {
    url: '/destination/:token/stop',
    handlers: {
      GET: look,
      async POST(request, reply) {
        const entitled = !isSentFromElsewhere(request, base) || (await isOneClick(request))
        if (!entitled) return turnAway(request, reply)
        const token = pathParameter(request, 'token')
        return show(request, reply, await deeds.refuseDestination({ token, now: clock.now() }))
      },
    },
  })

  function turnAway(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
  }
}

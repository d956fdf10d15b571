import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DestinationAnswer } from '../../actions/destinations/answer-destination.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { sendBusy } from '../kernel/busy.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { isOneClick, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isCrossSite, isSameOrigin } from '../kernel/same-origin.ts'
import { createStartRate } from '../limits/start-rate.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { destinationPage } from '../pages/links/destination.ts'
import { START_ANSWERS, tokenPage } from '../schema/page-answers.ts'

const SHOW: PublicOperation = {
  ...tokenPage(['token_not_found']),
  operationId: 'showDestination',
  summary: 'Show the page that confirms an email address added by an owner, or stops its emails.',
}
const CONFIRM: PublicOperation = {
  ...tokenPage(['cross_site_action', 'token_not_found']),
  operationId: 'confirmDestination',
  summary: 'Confirm the email address, so that it receives emails.',
}
const SHOW_STOP: PublicOperation = {
  ...tokenPage(['token_not_found']),
  operationId: 'showDestinationStop',
  summary: 'Show the same page, from the link that stops the emails.',
}
const STOP: PublicOperation = {
  ...tokenPage(['cross_site_action', 'token_not_found']),
  operationId: 'stopDestination',
  summary: 'Stop the emails, or decline before they were confirmed (RFC 8058).',
}
const SHOW_START: PublicOperation = {
  ...tokenPage(['token_not_found']),
  operationId: 'showDestinationStart',
  summary: 'Show the same page, from the link that starts stopped emails again.',
}
const START: PublicOperation = {
  ...tokenPage(['cross_site_action', 'token_not_found']),
  answers: START_ANSWERS,
  operationId: 'startDestination',
  summary: 'Start stopped emails again.',
}

/**
 * Serves the links in emails to a destination. GET shows a page, so that a mail scanner changes nothing; the buttons on
 * it confirm the address, decline, or stop and start the emails. `/stop` is also the List-Unsubscribe address of the
 * emails, and the email about stopped emails links to `/start`.
 */
export function registerDestinationLinks(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps
  const waitToStart = createStartRate()

  async function showPreview(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return show(request, reply, await actions.previewDestination({ token: pathParameter(request, 'token') }))
  }

  function show(request: FastifyRequest, reply: FastifyReply, answer: DestinationAnswer): FastifyReply {
    return sendAnswer(request, reply, { base, answer })
  }

  registerRoute(server, {
    url: '/destination/:token',
    handlers: {
      GET: { ...SHOW, handle: showPreview },
      POST: { ...CONFIRM, handle: (request, reply) => consent(request, reply, actions.confirmDestination) },
    },
  })
  registerRoute(server, {
    url: '/destination/:token/stop',
    handlers: {
      GET: { ...SHOW_STOP, handle: showPreview },
      POST: {
        ...STOP,
        async handle(request, reply) {
          const allowed = !isCrossSite(request, base) || (await isOneClick(request))
          if (!allowed) return refuseCrossSite(request, reply)
          const token = pathParameter(request, 'token')
          return show(request, reply, await actions.refuseDestination({ token, now: clock.now() }))
        },
      },
    },
  })
  registerRoute(server, {
    url: '/destination/:token/start',
    handlers: {
      GET: { ...SHOW_START, handle: showPreview },
      POST: {
        ...START,
        async handle(request, reply) {
          const seconds = isSameOrigin(request, base)
            ? waitToStart(pathParameter(request, 'token'), clock.now())
            : 0
          if (seconds > 0) return sendBusy(request, reply, { base, retryAfterSeconds: seconds })
          return consent(request, reply, actions.startDestination)
        },
      },
    },
  })

  /** Lets the owner of the address consent to emails. */
  async function consent(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (given: { token: string; now: Date }) => Promise<DestinationAnswer>,
  ): Promise<FastifyReply> {
    // A browser shows that our page sent it; a scanner that sends forms without being one consents to nothing.
    if (!isSameOrigin(request, base)) return refuseCrossSite(request, reply)
    return show(request, reply, await act({ token: pathParameter(request, 'token'), now: clock.now() }))
  }

  function refuseCrossSite(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
  }
}

/** Sends the page for the state of a destination. */
function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { base, answer }: { base: string; answer: DestinationAnswer },
): FastifyReply {
  const language = chooseLanguage(request.headers['accept-language'])
  const action = `${base}/destination/${pathParameter(request, 'token')}`
  reply.header('vary', 'Accept-Language')
  switch (answer.kind) {
    case 'refused':
      return sendDeadLink(request, reply, { base, refusal: answer.refusal })
    case 'unconfirmed':
    case 'confirmed':
    case 'stopped': {
      const { kind, ...shown } = answer
      return sendPage(reply, destinationPage({ base, language, outcome: kind, ...shown, action }))
    }
    case 'withdrawn':
      return sendPage(reply, destinationPage({ base, language, outcome: 'withdrawn', action }))
    case 'gone':
      return sendPage(reply, destinationPage({ base, language, outcome: 'gone' }))
    case 'refused_for_good':
      return sendPage(reply, destinationPage({ base, language, outcome: 'refused' }))
  }
}

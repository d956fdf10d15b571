import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DigestSetting } from '../../actions/outbox/spam-digest.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { sendBusy } from '../kernel/busy.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isOneClick, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isCrossSite, isSameOrigin } from '../kernel/same-origin.ts'
import { createStartRate } from '../limits/start-rate.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { stopDigestPage } from '../pages/links/stop-digest.ts'
import { START_ANSWERS, tokenPage } from '../schema/page-answers.ts'

/** Registers the links that stop and start the weekly emails of an owner, also as their List-Unsubscribe URL. */
export function registerStopDigestLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps
  const waitToStart = createStartRate()

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { answer, outcomeWhenOn }: { answer: DigestSetting; outcomeWhenOn: 'ask' | 'started' },
  ): FastifyReply {
    reply.header('vary', 'Accept-Language')
    if (answer.kind === 'unknown')
      return sendDeadLink(request, reply, { base, refusal: { code: 'token_not_found' } })
    const language = chooseLanguage(request.headers['accept-language'])
    const action = `${base}/digest/${pathParameter(request, 'token')}`
    const outcome = answer.kind === 'stopped' ? 'stopped' : outcomeWhenOn
    return sendPage(reply, stopDigestPage({ base, language, action, outcome }))
  }

  async function setDigest(
    request: FastifyRequest,
    reply: FastifyReply,
    to: 'stopped' | 'flowing',
  ): Promise<FastifyReply> {
    // Only our own page starts emails: a scanner that posts the forms of a page must not.
    const allowed =
      to === 'flowing'
        ? isSameOrigin(request, base)
        : !isCrossSite(request, base) || (await isOneClick(request))
    if (!allowed) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
    }
    const token = pathParameter(request, 'token')
    const retryAfterSeconds = to === 'flowing' ? waitToStart(token, clock.now()) : 0
    if (retryAfterSeconds > 0) return sendBusy(request, reply, { base, retryAfterSeconds })
    const answer = await actions.setSpamDigest({ token, to, now: clock.now() })
    return show(request, reply, { answer, outcomeWhenOn: 'started' })
  }

  registerRoute(server, {
    url: '/digest/:token',
    handlers: {
      GET: {
        ...tokenPage(['token_not_found']),
        operationId: 'showDigest',
        summary: 'Show the page that stops or starts the weekly emails about the spam folder.',
        async handle(request, reply) {
          const answer = await actions.getSpamDigest({ token: pathParameter(request, 'token') })
          return show(request, reply, { answer, outcomeWhenOn: 'ask' })
        },
      },
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        operationId: 'stopDigest',
        summary: 'Stop the weekly emails about the spam folder (RFC 8058).',
        handle: (request, reply) => setDigest(request, reply, 'stopped'),
      },
    },
  })
  registerRoute(server, {
    url: '/digest/:token/start',
    handlers: {
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        answers: START_ANSWERS,
        operationId: 'startDigest',
        summary: 'Start the weekly emails again.',
        handle: (request, reply) => setDigest(request, reply, 'flowing'),
      },
    },
  })
}

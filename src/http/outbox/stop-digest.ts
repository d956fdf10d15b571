import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DigestSetting } from '../../actions/outbox/spam-digest.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendPage } from '../kernel/respond.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { stopDigestPage } from '../pages/links/stop-digest.ts'
import { START_ANSWERS, tokenPage } from '../schema/page-answers.ts'
import { createSwitchEmails } from './switch-emails.ts'

/** Registers the links that stop and start the weekly emails of an owner, also as their List-Unsubscribe URL. */
export function registerStopDigestLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, base } = deps

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

  const setDigest = createSwitchEmails(deps, { set: actions.setSpamDigest, show })

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

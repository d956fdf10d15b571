import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EmailsAnswer } from '../../actions/outbox/stop-emails.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendPage } from '../kernel/respond.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { stopEmailsPage } from '../pages/links/stop-emails.ts'
import { START_ANSWERS, tokenPage } from '../schema/page-answers.ts'
import { createSwitchEmails } from './switch-emails.ts'

/** Registers the links that stop and start the emails of a claimed endpoint, also as their List-Unsubscribe URL. */
export function registerStopEmailsLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { answer: EmailsAnswer; outcomeWhenOn: 'ask' | 'started' },
  ): FastifyReply {
    const { answer } = shown
    reply.header('vary', 'Accept-Language')
    if (answer.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: answer.refusal })
    const language = chooseLanguage(request.headers['accept-language'])
    const { formId } = answer
    const action = `${base}/emails/${pathParameter(request, 'token')}`
    const outcome = answer.kind === 'stopped' ? 'stopped' : shown.outcomeWhenOn
    return sendPage(reply, stopEmailsPage({ base, language, formId, action, outcome }))
  }

  const setEmails = createSwitchEmails(deps, { set: actions.setEmails, show })

  registerRoute(server, {
    url: '/emails/:token',
    handlers: {
      GET: {
        ...tokenPage(['token_not_found', 'endpoint_retired']),
        operationId: 'showEmails',
        summary: 'Show the page that stops or starts the emails of a claimed endpoint.',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          const answer = await actions.getEmailsSetting({ token, now: clock.now() })
          return show(request, reply, { answer, outcomeWhenOn: 'ask' })
        },
      },
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found', 'endpoint_retired']),
        operationId: 'stopEmails',
        summary: 'Stop the emails of a claimed endpoint (RFC 8058).',
        handle: (request, reply) => setEmails(request, reply, 'stopped'),
      },
    },
  })
  registerRoute(server, {
    url: '/emails/:token/start',
    handlers: {
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found', 'endpoint_retired']),
        answers: START_ANSWERS,
        operationId: 'startEmails',
        summary: 'Start the emails again.',
        handle: (request, reply) => setEmails(request, reply, 'flowing'),
      },
    },
  })
}

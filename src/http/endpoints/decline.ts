import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeclineAnswer } from '../../actions/endpoints/decline-endpoint.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isOneClick, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isCrossSite } from '../kernel/same-origin.ts'
import { chooseLanguage, type Language } from '../pages/i18n/languages.ts'
import { declinePage } from '../pages/links/decline.ts'
import { stopEmailsPage } from '../pages/links/stop-emails.ts'
import { tokenPage } from '../schema/page-answers.ts'
import { sendDeadLink } from './dead-link.ts'

/**
 * Registers the "This wasn't me" link. GET shows a page; POST declines, from the button on that page or from the
 * unsubscribe button of a mail program.
 */
export function registerDeclineLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, keys, clock, base } = deps

  function show(request: FastifyRequest, reply: FastifyReply, answer: DeclineAnswer): FastifyReply {
    reply.header('vary', 'Accept-Language')
    if (answer.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: answer.refusal })
    const language = chooseLanguage(request.headers['accept-language'])
    const { formId, accountHint } = answer
    if (answer.kind === 'emails_stopped') return showStopped(reply, { language, formId })
    const action = `${base}/disown/${pathParameter(request, 'token')}`
    const outcome = OUTCOMES[answer.kind]
    return sendPage(reply, declinePage({ base, language, formId, accountHint, action, outcome }))
  }

  /** Shows the page of stopped emails, with its button to start them again: the endpoint was not retired. */
  function showStopped(reply: FastifyReply, of: { language: Language; formId: string }): FastifyReply {
    const action = `${base}/emails/${keys.mailStopToken(of.formId)}`
    return sendPage(reply, stopEmailsPage({ base, ...of, action, outcome: 'stopped' }))
  }

  registerRoute(server, {
    url: '/disown/:token',
    handlers: {
      GET: {
        ...tokenPage(['token_not_found']),
        operationId: 'showDecline',
        summary: 'Show the "This wasn’t me" page, without declining.',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          return show(request, reply, await actions.previewDecline({ token, now: clock.now() }))
        },
      },
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        operationId: 'decline',
        summary: 'Decline: retire the endpoint and delete its data (RFC 8058).',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          const oneClick = await isOneClick(request)
          if (!oneClick && isCrossSite(request, base)) {
            return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
          }
          return show(request, reply, await actions.declineEndpoint({ token, oneClick, now: clock.now() }))
        },
      },
    },
  })
}

const OUTCOMES = {
  declinable: 'ask',
  declined: 'done',
  already_retired: 'already_done',
  too_late: 'too_late',
} as const

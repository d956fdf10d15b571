import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeclineAnswer } from '../../actions/endpoints/decline-endpoint.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isOneClick, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isCrossSite } from '../kernel/same-origin.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { declinePage } from '../pages/links/decline.ts'
import { stopEmailsPage } from '../pages/links/stop-emails.ts'
import { tokenPage } from '../schema/page-answers.ts'
import { sendDeadLink } from './dead-link.ts'

/**
 * Registers the "This wasn't me" link. GET shows a page; POST declines, from the button on that page or from the
 * unsubscribe button of a mail program. The page also undoes it, for a day.
 */
export function registerDeclineLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps
  registerRoute(server, {
    url: '/disown/:token',
    handlers: {
      GET: {
        ...tokenPage(['token_not_found']),
        operationId: 'showDecline',
        summary: 'Show the "This wasn’t me" page, without declining.',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          const answer = await actions.previewDecline({ token, now: clock.now() })
          return show(deps, { request, reply, answer })
        },
      },
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        operationId: 'decline',
        summary: 'Decline: retire the endpoint, and delete its data a day later (RFC 8058).',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          const oneClick = await isOneClick(request)
          if (!oneClick && isCrossSite(request, base)) return refuseCrossSite(deps, request, reply)
          const answer = await actions.declineEndpoint({ token, oneClick, now: clock.now() })
          return show(deps, { request, reply, answer })
        },
      },
    },
  })
  registerRoute(server, {
    url: '/disown/:token/undo',
    handlers: {
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        operationId: 'undoDecline',
        summary: 'Undo "This wasn’t me" within a day: restore the endpoint.',
        async handle(request, reply) {
          if (isCrossSite(request, base)) return refuseCrossSite(deps, request, reply)
          const token = pathParameter(request, 'token')
          const answer = await actions.undoDecline({ token, now: clock.now() })
          return show(deps, { request, reply, answer })
        },
      },
    },
  })
}

function refuseCrossSite({ base }: HttpDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
}

function show(
  { base, keys }: HttpDeps,
  { request, reply, answer }: { request: FastifyRequest; reply: FastifyReply; answer: DeclineAnswer },
): FastifyReply {
  reply.header('vary', 'Accept-Language')
  if (answer.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: answer.refusal })
  const language = chooseLanguage(request.headers['accept-language'])
  const { formId, accountHint } = answer
  const action = `${base}/disown/${pathParameter(request, 'token')}`
  const shown = { base, language, formId, accountHint, action }
  switch (answer.kind) {
    case 'emails_stopped': {
      // The endpoint was not retired: the page has a button to start the emails again.
      const stopAction = `${base}/emails/${keys.mailStopToken({ id: formId, handedOverAt: null })}`
      return sendPage(
        reply,
        stopEmailsPage({ base, language, formId, action: stopAction, outcome: 'stopped' }),
      )
    }
    case 'declinable':
      return sendPage(reply, declinePage({ ...shown, outcome: 'ask', others: answer.others }))
    case 'declined': {
      const { undoUntil, others } = answer
      return sendPage(reply, declinePage({ ...shown, outcome: 'done', undoUntil, others }))
    }
    case 'already_retired':
      return sendPage(reply, declinePage({ ...shown, outcome: 'already_done' }))
    case 'restored':
    case 'final':
    case 'too_late':
      return sendPage(reply, declinePage({ ...shown, outcome: answer.kind }))
  }
}

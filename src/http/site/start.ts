import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointState } from '../../domain/endpoints/endpoint.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { clearCookieHeader } from '../kernel/cookies.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendLivePage, sendPage } from '../kernel/respond.ts'
import { answerPreflight, hideFromOtherOrigins } from '../kernel/response-headers.ts'
import { findKeptEmails } from '../outbox/mailbox.ts'
import { arrivalsDocument } from '../pages/forms/arrivals.ts'
import { formInfoPage } from '../pages/forms/form-info.ts'
import { startPage } from '../pages/forms/start.ts'
import type { LanguageChoice } from '../pages/i18n/language-choice.ts'
import { A_PAGE } from '../schema/page-answers.ts'
import { FORM_ID } from '../schema/parameters.ts'
import { chooseFrontLanguage, findVisitor } from './front.ts'
import { isCreator, readNewRecipient } from './new-recipient.ts'

/** Routes of the start page of a form, and of the part of it that shows what has arrived. */
export function registerStartPages(server: FastifyInstance, deps: HttpDeps): void {
  registerRoute(server, {
    url: '/f/:id/start',
    handlers: {
      GET: {
        operationId: 'showStart',
        summary: 'The start page of a new endpoint.',
        tag: 'forms',
        description: 'Its address, the code for a web page, what has arrived, and how to claim it.',
        parameters: [FORM_ID],
        answers: { 200: { ...A_PAGE, headers: ['Set-Cookie'] } },
        refuses: ['endpoint_not_found', 'endpoint_expired'],
        refusesAs: 'page',
        handle: (request, reply) => showStart(request, reply, deps),
      },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, {
    url: '/f/:id/start/arrivals',
    handlers: {
      GET: {
        operationId: 'showArrivals',
        summary: 'The part of the start page that shows what has arrived.',
        tag: 'forms',
        description:
          'The browser that created the form is also told the site, the names of the fields, and what is wrong, until the form is claimed.',
        parameters: [FORM_ID],
        answers: { 200: A_PAGE },
        refuses: ['endpoint_not_found', 'endpoint_expired'],
        refusesAs: 'page',
        handle: (request, reply) => showArrivals(request, reply, deps),
      },
      OPTIONS: answerPreflight,
    },
  })
}

async function showStart(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDeps,
): Promise<FastifyReply> {
  const { base } = deps
  const { formId, languageChoice, intro, arrivals } = await openStart(request, reply, deps)
  if (!intro || !arrivals) return sendNoStart(reply, { base, languageChoice, formId, state: intro?.state })
  const { state, recipientHint, challenge } = intro
  const recipient = state === 'claimed' ? null : readNewRecipient(request, deps, { formId, recipientHint })
  if (recipient !== null) reply.headers(clearCookieHeader(deps, 'new-form'))
  const visitor = await findVisitor(request, deps)
  return sendLivePage(
    reply,
    startPage({
      ...{ base, languageChoice, visitor, formId, state, challenge, recipientHint, recipient, arrivals },
      keptEmails: findKeptEmails(deps),
    }),
  )
}

async function showArrivals(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDeps,
): Promise<FastifyReply> {
  const { base } = deps
  const { formId, languageChoice, intro, arrivals } = await openStart(request, reply, deps)
  if (!arrivals) return sendNoStart(reply, { base, languageChoice, formId, state: intro?.state })
  const { language } = languageChoice
  const isKept = findKeptEmails(deps) !== null
  return sendPage(reply, arrivalsDocument({ base, language, arrivals, isKept }))
}

/** Loads what both pages show. `arrivals` is null for a form that has no start page, or no longer. */
async function openStart(request: FastifyRequest, reply: FastifyReply, deps: HttpDeps) {
  const { actions, clock, observations } = deps
  hideFromOtherOrigins(reply)
  reply.header('vary', 'Accept-Language, Cookie, Origin')
  const now = clock.now()
  const formId = pathParameter(request, 'id')
  const languageChoice = chooseFrontLanguage(request)
  const intro = isEndpointId('form', formId) ? await actions.getEndpointIntro(formId, now) : null
  if (!intro) return { formId, languageChoice, intro, arrivals: null }
  const creator = isCreator(request, deps, formId)
  if (creator) await observations.flush()
  const arrivals = await actions.loadArrivals({ formId, isCreator: creator, now })
  return { formId, languageChoice, intro, arrivals }
}

/** Says that a form is unknown, has expired or is retired. */
function sendNoStart(
  reply: FastifyReply,
  form: { base: string; languageChoice: LanguageChoice; formId: string; state?: EndpointState | undefined },
): FastifyReply {
  const { base, languageChoice, formId, state = 'unknown' } = form
  const { language } = languageChoice
  const page = formInfoPage({ base, language, formId, endpointUrl: `${base}/f/${formId}`, state })
  return sendPage(reply, page, state === 'unknown' ? 404 : 410)
}

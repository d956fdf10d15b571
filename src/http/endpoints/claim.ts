import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClaimAnswer } from '../../actions/endpoints/claim-endpoint.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBrowser, signedInHeader } from '../kernel/cookies.ts'
import { type Handler, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { getText, isPrefetch, parseContent, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { acceptsHtmlPage } from '../kernel/response-format.ts'
import { isCrossSite, isSameOrigin } from '../kernel/same-origin.ts'
import { chooseLanguage, findLanguage } from '../pages/i18n/languages.ts'
import { claimPage } from '../pages/links/claim.ts'
import { exampleAnswers } from '../schema/examples.ts'
import { TOKEN } from '../schema/parameters.ts'
import { Claimed } from '../schema/schemas.ts'
import { sendDeadLink } from './dead-link.ts'
import { endpointName } from './settings-input.ts'

const LINK_REFUSALS: readonly RefusalCode[] = ['token_not_found', 'endpoint_expired', 'endpoint_retired']

/** Registers the claim link. GET binds ownership to the recipient's account, so a mail scanner may follow it. */
export function registerClaimLink(server: FastifyInstance, deps: HttpDeps): void {
  const operations = describeClaim(deps.base)
  registerRoute(server, {
    url: '/claim/:token',
    handlers: {
      GET: { ...operations.follow, handle: createFollowClaim(deps) },
      POST: { ...operations.claim, handle: createPressButton(deps, sendClaim) },
    },
  })
  registerRoute(server, {
    url: '/claim/:token/open',
    handlers: { POST: { ...operations.open, handle: createPressButton(deps, openDashboard) } },
  })
}

function describeClaim(base: string): Record<'follow' | 'claim' | 'open', PublicOperation> {
  const common = {
    tag: 'links',
    parameters: [TOKEN],
    answers: {
      200: {
        description: 'The endpoint and its account: a page, or JSON if Accept asks for it.',
        schema: Claimed,
        example: exampleAnswers(base).claimed,
        media: ['text/html'],
      },
    },
    refusesAs: 'json or page',
  } as const
  return {
    follow: {
      ...common,
      operationId: 'followClaimLink',
      summary: 'Follow a claim link.',
      description:
        'Binds ownership to the account of the recipient, never to the visitor. Can be repeated safely.',
      refuses: LINK_REFUSALS,
    },
    claim: {
      ...common,
      operationId: 'claim',
      summary: 'Claim with the button.',
      description:
        'Does the same as the link, and confirms the endpoint if a page of this service sent it, as Sec-Fetch-Site or Origin shows.',
      refuses: ['cross_site_action', ...LINK_REFUSALS],
    },
    open: {
      ...common,
      operationId: 'openDashboard',
      summary: 'Press the button on the claim page.',
      description:
        'From a page of this service, as Sec-Fetch-Site or Origin shows, it confirms the endpoint, and signs the browser in once, within a day of the claim; afterwards it redirects to the sign-in page.',
      answers: {
        ...common.answers,
        303: {
          description:
            'Redirects to the dashboard with a session cookie, or without one to the sign-in page.',
          headers: ['Location', 'Set-Cookie'],
        },
      },
      refuses: ['cross_site_action', ...LINK_REFUSALS],
    },
  }
}

function createFollowClaim(deps: HttpDeps): Handler {
  const { actions, clock } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = pathParameter(request, 'token')
    const now = clock.now()
    const binds = deps.claimConfirm === 'link' && request.method === 'GET' && !isPrefetch(request)
    const answer = binds
      ? await actions.claimEndpoint({ token, by: 'link', language: null, now })
      : await actions.previewClaim({ token, now })
    if (binds) countClaim(deps, answer)
    return sendClaim(deps, { request, reply, answer })
  }
}

type ClaimResponse = { request: FastifyRequest; reply: FastifyReply; answer: ClaimAnswer }
type SendClaim = (deps: HttpDeps, response: ClaimResponse) => FastifyReply | Promise<FastifyReply>

/** Claims for the person who pressed a button of the page, and answers with `sendAnswer`. */
function createPressButton(deps: HttpDeps, sendAnswer: SendClaim): Handler {
  const { actions, clock, base } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isCrossSite(request, base)) {
      const refusal = { code: 'cross_site_action' } as const
      countClaim(deps, { kind: 'refused', refusal })
      return sendRefusal(request, reply, refusal, { base, html: !wantsJson(request) })
    }
    const token = pathParameter(request, 'token')
    // Every browser says which page a form is on; a scanner that sends forms without being one follows the link again.
    const by = isSameOrigin(request, base) ? 'person' : 'link'
    const answer = await actions.claimEndpoint({
      ...{ token, by, now: clock.now() },
      name: await readGivenName(request),
      language: findLanguage(request.headers['accept-language']),
    })
    countClaim(deps, answer)
    return sendAnswer(deps, { request, reply, answer })
  }
}

/** Returns the name that the page's field holds; null when it is empty or no name, which must not keep anybody out. */
async function readGivenName(request: FastifyRequest): Promise<string | null> {
  const content = await parseContent(request, { multipart: 'refused' })
  const given = content.kind === 'fields' ? getText(content.fields, 'name').trim() : ''
  const name = endpointName.safeParse(given)
  return given !== '' && name.success ? name.data : null
}

/** Signs the browser in, once for each link, and redirects it to the dashboard. */
async function openDashboard(deps: HttpDeps, response: ClaimResponse): Promise<FastifyReply> {
  const { actions, clock, base } = deps
  const { request, reply, answer } = response
  if (answer.kind === 'refused' || wantsJson(request)) return sendClaim(deps, response)
  // A page of another site must not sign its visitors in as somebody else.
  if (!isSameOrigin(request, base)) return reply.redirect(`${base}/sign-in`, 303)
  const browser = parseBrowser(request, deps)
  const opened = await actions.openDashboard({ formId: answer.formId, browser, now: clock.now() })
  if (opened.kind === 'sign_in') return reply.redirect(`${base}/sign-in`, 303)
  return reply.headers(signedInHeader(deps, opened)).redirect(`${base}/app`, 303)
}

function sendClaim({ base, keys }: HttpDeps, { request, reply, answer }: ClaimResponse): FastifyReply {
  reply.header('vary', 'Accept, Accept-Language')
  if (answer.kind === 'refused') {
    const { refusal } = answer
    if (wantsJson(request)) return sendRefusal(request, reply, refusal, { base, html: false })
    return sendDeadLink(request, reply, { base, refusal })
  }
  const { formId, accountHint } = answer
  if (wantsJson(request)) {
    return reply.send({
      claimed: answer.kind !== 'claimable',
      confirmed: answer.confirmed,
      [`${getKindRules({ id: formId }).kind}_id`]: formId,
      account: accountHint,
      dashboard_url: `${base}/app`,
    })
  }
  const claimAction = `${base}/claim/${pathParameter(request, 'token')}`
  const page = claimPage({
    base,
    language: chooseLanguage(request.headers['accept-language']),
    outcome: answer.kind === 'claimable' ? 'confirm' : answer.kind,
    formId,
    recipient: answer.recipient,
    plan: answer.plan,
    confirmed: answer.confirmed,
    received: answer.received,
    emailsHeld: answer.emailsHeld,
    suggestedName: answer.suggestedName,
    claimAction,
    openAction: `${claimAction}/open`,
    declineUrl: `${base}/disown/${keys.declineToken(formId)}`,
  })
  return sendPage(reply, page)
}

function countClaim({ metrics }: HttpDeps, answer: ClaimAnswer): void {
  metrics.count('formslot_claims_total', answer.kind === 'refused' ? answer.refusal.code : answer.kind)
}

function wantsJson(request: FastifyRequest): boolean {
  const { accept } = request.headers
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !acceptsHtmlPage(accept)
}

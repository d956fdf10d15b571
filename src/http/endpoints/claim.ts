import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClaimAnswer } from '../../actions/endpoints/claim-endpoint.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import type { Refusal, RefusalCode } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { giveCookie, parseBrowser } from '../kernel/cookies.ts'
import { acceptsHtmlPage } from '../kernel/negotiation.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isPrefetch, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSentFromElsewhere, isSentFromHere } from '../kernel/same-origin.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { claimPage } from '../pages/links/claim.ts'
import { exampleAnswers } from '../schema/examples.ts'
import { TOKEN } from '../schema/parameters.ts'
import { Claimed } from '../schema/schemas.ts'
import { sendDeadLink } from './dead-link.ts'

const LINK_REFUSALS: readonly RefusalCode[] = ['token_not_found', 'endpoint_expired', 'endpoint_retired']

/** The claim link. Its GET binds ownership to the recipient's account and is harmless for a scanner to follow. */
export function claimRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, keys, clock, metrics, base } = deps

  async function follow(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = pathParameter(request, 'token')
    const now = clock.now()
    const binds = deps.claimConfirm === 'link' && request.method === 'GET' && !isPrefetch(request)
    const answer = binds
      ? await actions.claimEndpoint({ token, by: 'link', now })
      : await actions.previewClaim({ token, now })
    if (binds) count(answer)
    return show(request, reply, answer)
  }

  function count(answer: ClaimAnswer): void {
    metrics.count('formslot_claims_total', answer.kind === 'refused' ? answer.refusal.code : answer.kind)
  }

  function show(request: FastifyRequest, reply: FastifyReply, answer: ClaimAnswer): FastifyReply {
    reply.header('vary', 'Accept, Accept-Language')
    if (answer.kind === 'refused') return showRefusal(request, reply, answer.refusal)
    const token = pathParameter(request, 'token')
    if (wantsJson(request)) {
      return reply.send({
        claimed: answer.kind !== 'claimable',
        [`${getKindRules({ id: answer.formId }).kind}_id`]: answer.formId,
        account: answer.accountHint,
        dashboard_url: `${base}/app`,
      })
    }
    const page = claimPage({
      base,
      language: chooseLanguage(request.headers['accept-language']),
      outcome: answer.kind === 'claimable' ? 'confirm' : answer.kind,
      formId: answer.formId,
      accountHint: answer.accountHint,
      plan: answer.plan,
      claimAction: `${base}/claim/${token}`,
      openAction: `${base}/claim/${token}/open`,
      declineAction: `${base}/disown/${keys.declineToken(answer.formId)}`,
    })
    return sendPage(reply, page)
  }

  function showRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    if (wantsJson(request)) return sendRefusal(request, reply, refusal, { base, html: false })
    return sendDeadLink(request, reply, { base, refusal })
  }

  /** A button was pressed: the claim of a person. */
  async function press(
    request: FastifyRequest,
    reply: FastifyReply,
    then: (answer: ClaimAnswer) => FastifyReply | Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (isSentFromElsewhere(request, base)) {
      const refusal = { code: 'cross_site_action' } as const
      count({ kind: 'refused', refusal })
      return sendRefusal(request, reply, refusal, { base, html: !wantsJson(request) })
    }
    const token = pathParameter(request, 'token')
    const answer = await actions.claimEndpoint({ token, by: 'person', now: clock.now() })
    count(answer)
    return then(answer)
  }

  /** "Open dashboard": signs the browser in, once for each link. */
  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: ClaimAnswer,
  ): Promise<FastifyReply> {
    if (answer.kind === 'refused' || wantsJson(request)) return show(request, reply, answer)
    // A page of another site must not sign its visitors in as somebody else.
    if (!isSentFromHere(request, base)) return reply.redirect(`${base}/sign-in`, 303)
    const browser = parseBrowser(request, deps)
    const opened = await actions.openDashboard({ formId: answer.formId, browser, now: clock.now() })
    if (opened.kind === 'sign_in') return reply.redirect(`${base}/sign-in`, 303)
    return reply
      .headers(giveCookie(deps, { name: 'session', value: opened.secret }))
      .redirect(`${base}/app`, 303)
  }

  const shown = {
    parameters: [TOKEN],
    answers: {
      200: {
        description: 'The endpoint and its account: a page, or JSON where Accept asks for it.',
        schema: Claimed,
        example: exampleAnswers(base).claimed,
        media: ['text/html'],
      },
    },
    refusesAs: 'json or page',
  } as const
  registerRoute(server, {
    url: '/claim/:token',
    handlers: {
      GET: {
        ...shown,
        operationId: 'followClaimLink',
        summary: 'Follow a claim link.',
        description: 'Binds ownership to the account of the recipient, never to the visitor. Repeatable.',
        refuses: LINK_REFUSALS,
        handle: follow,
      },
      POST: {
        ...shown,
        operationId: 'claim',
        summary: 'Claim with the button.',
        description: 'Like the link; also the consent of a person. From a page of this service only.',
        refuses: ['cross_site_action', ...LINK_REFUSALS],
        handle: (request, reply) => press(request, reply, (answer) => show(request, reply, answer)),
      },
    },
  })
  registerRoute(server, {
    url: '/claim/:token/open',
    handlers: {
      POST: {
        ...shown,
        operationId: 'openDashboard',
        summary: 'Press "Open dashboard" on the claim page.',
        description:
          'From a page of this service only. Signs a browser in, once and within a day of the claim; afterwards it leads to the sign-in page.',
        answers: {
          ...shown.answers,
          303: {
            description: 'To the dashboard, where the cookie is the session; or to the sign-in page.',
            headers: ['Location', 'Set-Cookie'],
          },
        },
        refuses: ['cross_site_action', ...LINK_REFUSALS],
        handle: (request, reply) => press(request, reply, (answer) => open(request, reply, answer)),
      },
    },
  })
}

function wantsJson(request: FastifyRequest): boolean {
  const { accept } = request.headers
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !acceptsHtmlPage(accept)
}

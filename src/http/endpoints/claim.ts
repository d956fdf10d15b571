import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClaimAnswer } from '../../actions/endpoints/claim-endpoint.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { giveCookie, parseBrowser } from '../kernel/cookies.ts'
import { acceptsHtmlPage } from '../kernel/negotiation.ts'
import { isPrefetch } from '../kernel/prefetch.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSentFromElsewhere, isSentFromHere } from '../kernel/same-origin.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { claimPage } from '../pages/links/claim.ts'
import { sendDeadLink } from './dead-link.ts'

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
      disownAction: `${base}/disown/${keys.disownToken(answer.formId)}`,
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

  registerRoute(server, deps, {
    url: '/claim/:token',
    handlers: {
      GET: follow,
      POST: (request, reply) => press(request, reply, (answer) => show(request, reply, answer)),
    },
  })
  registerRoute(server, deps, {
    url: '/claim/:token/open',
    handlers: {
      POST: (request, reply) => press(request, reply, (answer) => open(request, reply, answer)),
    },
  })
}

function wantsJson(request: FastifyRequest): boolean {
  const { accept } = request.headers
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !acceptsHtmlPage(accept)
}

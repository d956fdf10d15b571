import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Follower, LinkShown } from '../../actions/accounts/sign-in.ts'
import { MAX_CREATION_BYTES } from '../../domain/endpoints/creation-limit.ts'
import type { HttpDeps } from '../deps.ts'
import { getCookie, parseBrowser, signedInHeader } from '../kernel/cookies.ts'
import { answerTo } from '../kernel/refusals.ts'
import { type Handler, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { isTicked, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSameOrigin } from '../kernel/same-origin.ts'
import {
  confirmedPage,
  expiredLinkPage,
  otherBrowserPage,
  signInLinkPage,
} from '../pages/accounts/sign-in-link.ts'
import { tokenPage } from '../schema/page-answers.ts'
import { getLanguage } from './sign-in.ts'

const SHOW_LINK: PublicOperation = {
  ...tokenPage(['token_not_found']),
  operationId: 'showSignInLink',
  summary: 'Show the action that the link of a sign-in email offers, without taking it.',
  tag: 'sign-in',
  answers: { 200: { description: 'A page with a button.', media: ['text/html'] } },
}
const FOLLOW_LINK: PublicOperation = {
  ...tokenPage(['cross_site_action', 'token_not_found']),
  operationId: 'followSignInLink',
  summary: 'Sign in with the link of the email. Works once.',
  description: 'Accepted only from a page of this service.',
  tag: 'sign-in',
  answers: {
    200: {
      description: 'A page that asks for confirmation: another browser requested the email.',
      media: ['text/html'],
    },
    303: { description: 'Signed in: the cookie is the session.', headers: ['Location', 'Set-Cookie'] },
  },
}

/** Registers the link of a sign-in email. GET changes nothing; the button on the page signs in, once. */
export function registerSignInLink(server: FastifyInstance, deps: HttpDeps): void {
  registerRoute(server, {
    url: '/sign-in/:token',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      GET: { ...SHOW_LINK, handle: createShowLink(deps) },
      POST: { ...FOLLOW_LINK, handle: createFollowLink(deps) },
    },
  })
}

function createShowLink(deps: HttpDeps): Handler {
  const { actions, clock, base } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = pathParameter(request, 'token')
    const follower = parseFollower(request, deps)
    const link = await actions.previewLink({ token, follower, now: clock.now() })
    if (link.kind === 'gone') return sendExpiredLink(request, reply, base)
    return sendPage(reply, signInLinkPage(toPageInput(request, { base, link })))
  }
}

function createFollowLink(deps: HttpDeps): Handler {
  const { actions, clock, base } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Otherwise a page of another site could sign its visitors in as somebody else.
    if (!isSameOrigin(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
    }
    const outcome = await actions.followLink({
      token: pathParameter(request, 'token'),
      follower: parseFollower(request, deps),
      sure: await isTicked(request, 'sure'),
      now: clock.now(),
    })
    switch (outcome.kind) {
      case 'gone':
        return sendExpiredLink(request, reply, base)
      case 'doubtful': {
        const { device, askedAt } = outcome
        const input = { ...toPageInput(request, { base, link: outcome }), device, askedAt }
        return sendPage(reply, otherBrowserPage(input))
      }
      case 'confirmed':
        return outcome.here
          ? reply.redirect(`${base}/app`, 303)
          : sendPage(reply, confirmedPage({ base, language: getLanguage(request) }))
      case 'signed_in':
        reply.headers(signedInHeader(deps, outcome))
        return reply.redirect(base + (outcome.next ?? '/app'), 303)
    }
  }
}

function parseFollower(request: FastifyRequest, deps: HttpDeps): Follower {
  return { ...parseBrowser(request, deps), pendingSecret: getCookie(request, deps, 'sign-in') }
}

function toPageInput(request: FastifyRequest, { base, link }: { base: string; link: LinkShown }) {
  const action = `${base}/sign-in/${pathParameter(request, 'token')}`
  return { base, language: getLanguage(request), mailbox: link.mailbox, purpose: link.purpose, action }
}

function sendExpiredLink(request: FastifyRequest, reply: FastifyReply, base: string): FastifyReply {
  const { status } = answerTo({ code: 'token_not_found' }, '')
  return sendPage(reply, expiredLinkPage({ base, language: getLanguage(request) }), status)
}

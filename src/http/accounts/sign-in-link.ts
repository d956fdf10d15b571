import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Follower, LinkShown } from '../../actions/accounts/sign-in.ts'
import { MAX_CREATION_BYTES } from '../../domain/endpoints/creation-limit.ts'
import type { HttpDeps } from '../deps.ts'
import { getCookie, giveCookie, parseBrowser, takeCookie } from '../kernel/cookies.ts'
import { answerTo } from '../kernel/refusals.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { parseContent, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSentFromHere } from '../kernel/same-origin.ts'
import {
  confirmedPage,
  expiredLinkPage,
  otherBrowserPage,
  signInLinkPage,
} from '../pages/accounts/sign-in-link.ts'
import { tokenPage } from '../schema/page-answers.ts'
import { getLanguage } from './sign-in.ts'

/** The link of a sign-in email. Only a press of its button does anything, and only once. */
export function signInLinkRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps

  async function look(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = pathParameter(request, 'token')
    const link = await actions.previewLink({ token, follower: followerOf(request), now: clock.now() })
    return link.kind === 'gone'
      ? dead(request, reply)
      : sendPage(reply, signInLinkPage(shownTo(request, link)))
  }

  async function follow(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Else a page of another site could sign its visitors in as somebody else.
    if (!isSentFromHere(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
    }
    const outcome = await actions.followLink({
      token: pathParameter(request, 'token'),
      follower: followerOf(request),
      sure: await isSure(request),
      now: clock.now(),
    })
    switch (outcome.kind) {
      case 'gone':
        return dead(request, reply)
      case 'doubtful': {
        const { device, askedAt } = outcome
        return sendPage(reply, otherBrowserPage({ ...shownTo(request, outcome), device, askedAt }))
      }
      case 'confirmed':
        return outcome.here
          ? reply.redirect(`${base}/app`, 303)
          : sendPage(reply, confirmedPage({ base, language: getLanguage(request) }))
      case 'signed_in':
        reply.headers(giveCookie(deps, { name: 'session', value: outcome.secret }))
        reply.headers(takeCookie(deps, 'sign-in'))
        return reply.redirect(base + (outcome.next ?? '/app'), 303)
    }
  }

  function followerOf(request: FastifyRequest): Follower {
    return { ...parseBrowser(request, deps), pendingSecret: getCookie(request, deps, 'sign-in') }
  }

  function shownTo(request: FastifyRequest, { mailbox, purpose }: LinkShown) {
    const action = `${base}/sign-in/${pathParameter(request, 'token')}`
    return { base, language: getLanguage(request), mailbox, purpose, action }
  }

  function dead(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { status } = answerTo({ code: 'token_not_found' }, '')
    return sendPage(reply, expiredLinkPage({ base, language: getLanguage(request) }), status)
  }

  registerRoute(server, {
    url: '/sign-in/:token',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      GET: {
        ...tokenPage(['token_not_found']),
        operationId: 'showSignInLink',
        summary: 'Show what the link of a sign-in email does. Changes nothing.',
        tag: 'sign-in',
        answers: { 200: { description: 'A page with a button.', media: ['text/html'] } },
        handle: look,
      },
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        operationId: 'followSignInLink',
        summary: 'Sign in with the link of the email. Works once.',
        description: 'From a page of this service only.',
        tag: 'sign-in',
        answers: {
          200: {
            description: 'A page that asks for confirmation: another browser requested the email.',
            media: ['text/html'],
          },
          303: { description: 'Signed in: the cookie is the session.', headers: ['Location', 'Set-Cookie'] },
        },
        handle: follow,
      },
    },
  })
}

/** Whether the press came from the page that says who asked. */
async function isSure(request: FastifyRequest): Promise<boolean> {
  const content = await parseContent(request, { multipart: 'refused' })
  return (
    content.kind === 'fields' && content.fields.some(({ name, value }) => name === 'sure' && value === '1')
  )
}

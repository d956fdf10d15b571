import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Membership } from '../../actions/accounts/members.ts'
import { MAX_CREATION_BYTES } from '../../domain/endpoints/creation-limit.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { parseBrowser, signedInHeader } from '../kernel/cookies.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isTicked, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSameOrigin } from '../kernel/same-origin.ts'
import { acceptedPage, declinedPage, invitationPage } from '../pages/links/invitation.ts'
import { tokenPage } from '../schema/page-answers.ts'
import { getLanguage } from './sign-in.ts'

/** Registers the link of an invitation. GET changes nothing; the buttons on its page accept or decline it. */
export function registerInvitationLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps
  const page = tokenPage(['cross_site_action', 'token_not_found'])

  function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
    if (isSameOrigin(request, base)) return null
    return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
  }

  function show(request: FastifyRequest, reply: FastifyReply, invitation: Membership): FastifyReply {
    const { holder, mailbox, role, endpointKey, acceptedAt } = invitation
    const place = { base, language: getLanguage(request) }
    reply.header('vary', 'Accept-Language')
    if (acceptedAt) return sendPage(reply, acceptedPage({ ...place, mailbox }))
    const reach = endpointKey === null ? 'account' : 'form'
    const action = `${base}/invitation/${pathParameter(request, 'token')}`
    return sendPage(reply, invitationPage({ ...place, action, holder, mailbox, role, reach }))
  }

  registerRoute(server, {
    url: '/invitation/:token',
    handlers: {
      GET: {
        ...tokenPage(['token_not_found']),
        operationId: 'showInvitation',
        summary: 'Show an invitation to an account, without accepting it.',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          const found = await actions.findInvitation({ token, now: clock.now() })
          if (found.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: found.refusal })
          return show(request, reply, found.invitation)
        },
      },
      POST: {
        ...page,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation.',
        description:
          'Accepted only from a page of this service. Signs in a person who had no account, unless the browser is signed in.',
        answers: {
          ...page.answers,
          303: { description: 'Signed in: the cookie is the session.', headers: ['Location', 'Set-Cookie'] },
        },
        async handle(request, reply) {
          const refused = refuseOtherSites(request, reply)
          if (refused) return refused
          const token = pathParameter(request, 'token')
          const browser = parseBrowser(request, deps)
          const accepted = await actions.acceptInvitation({ token, browser, now: clock.now() })
          switch (accepted.kind) {
            case 'refused':
              return sendDeadLink(request, reply, { base, refusal: accepted.refusal })
            case 'accepted':
              return show(request, reply, { ...accepted.invitation, acceptedAt: clock.now() })
            case 'signed_in':
              reply.headers(signedInHeader(deps, accepted))
              return reply.redirect(`${base}/app`, 303)
          }
        },
      },
    },
  })
  registerRoute(server, {
    url: '/invitation/:token/decline',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      POST: {
        ...page,
        operationId: 'declineInvitation',
        summary: 'Decline an invitation, and with `never=1` all further requests to the address.',
        description: 'Accepted only from a page of this service.',
        async handle(request, reply) {
          const refused = refuseOtherSites(request, reply)
          if (refused) return refused
          const never = await isTicked(request, 'never')
          const token = pathParameter(request, 'token')
          const declined = await actions.declineInvitation({ token, never, now: clock.now() })
          if (declined.kind === 'refused') {
            return sendDeadLink(request, reply, { base, refusal: declined.refusal })
          }
          return sendPage(reply, declinedPage({ base, language: getLanguage(request) }))
        },
      },
    },
  })
}

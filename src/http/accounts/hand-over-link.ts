import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OfferedForm } from '../../actions/endpoints/hand-over.ts'
import { MAX_CREATION_BYTES } from '../../domain/endpoints/creation-limit.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { sendBusy } from '../kernel/busy.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { type DeclaredAnswer, registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, isTicked, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSameOrigin } from '../kernel/same-origin.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { acceptedOfferPage, declinedOfferPage, offerPage } from '../pages/links/hand-over.ts'
import { A_PAGE, tokenPage } from '../schema/page-answers.ts'
import { getLanguage } from './sign-in.ts'

const OFFER_ANSWERS: Record<number, DeclaredAnswer> = {
  200: A_PAGE,
  429: { ...A_PAGE, description: 'Offers are opened too fast.', headers: ['Retry-After'] },
}

/** Registers the link of an email that offers a form. GET changes nothing; the buttons on its page accept or decline it. */
export function registerHandOverLink(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps
  const page = tokenPage(['cross_site_action', 'account_suspended', 'token_not_found'])
  const offer = { ...page, answers: OFFER_ANSWERS }
  const rateLimit = createRateLimit(toSubmitRate(deps.submitPerMinute))

  function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
    if (isSameOrigin(request, base)) return null
    return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
  }

  function refuseRate(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
    const client = addressBucket(getClientAddress(request, deps.trusts))
    const retryAfterSeconds = rateLimit.take({ client, now: clock.now() })
    return retryAfterSeconds > 0 ? sendBusy(request, reply, { base, retryAfterSeconds }) : null
  }

  function show(request: FastifyRequest, reply: FastifyReply, offer: OfferedForm): FastifyReply {
    const { handOver, endpoint, submissions, files, receiver, obstacle } = offer
    if (obstacle?.kind === 'suspended') {
      return sendRefusal(request, reply, { code: 'account_suspended' }, { base, html: true })
    }
    const place = { base, language: getLanguage(request) }
    reply.header('vary', 'Accept-Language')
    if (handOver.acceptedAt && obstacle?.kind !== 'form_suspended')
      return sendPage(reply, acceptedOfferPage({ ...place, holder: handOver.holder }))
    return sendPage(
      reply,
      offerPage({
        ...place,
        action: `${base}/hand-over/${pathParameter(request, 'token')}`,
        holder: handOver.holder,
        mailbox: handOver.recipient,
        form: getName(endpoint) ?? endpoint.id,
        isEncrypted: endpoint.settings.store === 'encrypted',
        retentionDays: receiver.plan?.submissionRetentionDays ?? 0,
        ...{ submissions, files, obstacle },
      }),
    )
  }

  registerRoute(server, {
    url: '/hand-over/:token',
    handlers: {
      GET: {
        ...offer,
        refuses: ['account_suspended', 'token_not_found'],
        operationId: 'showOffer',
        summary: 'Show a form that is offered, without accepting it.',
        async handle(request, reply) {
          const busy = refuseRate(request, reply)
          if (busy) return busy
          const token = pathParameter(request, 'token')
          const found = await actions.findOffer({ token, now: clock.now() })
          if (found.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: found.refusal })
          return show(request, reply, found.offer)
        },
      },
      POST: {
        ...offer,
        operationId: 'acceptOffer',
        summary: 'Accept a form. It moves once its owner confirms.',
        description: 'Accepted only from a page of this service. Signs nobody in.',
        async handle(request, reply) {
          const refused = refuseOtherSites(request, reply) ?? refuseRate(request, reply)
          if (refused) return refused
          const token = pathParameter(request, 'token')
          const accepted = await actions.acceptOffer({ token, now: clock.now() })
          if (accepted.kind === 'refused') {
            return sendDeadLink(request, reply, { base, refusal: accepted.refusal })
          }
          return show(request, reply, accepted.offer)
        },
      },
    },
  })
  registerRoute(server, {
    url: '/hand-over/:token/decline',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      POST: {
        ...page,
        operationId: 'declineOffer',
        summary: 'Decline a form, and with `never=1` all further requests to the address.',
        description: 'Accepted only from a page of this service.',
        async handle(request, reply) {
          const refused = refuseOtherSites(request, reply)
          if (refused) return refused
          const never = await isTicked(request, 'never')
          const token = pathParameter(request, 'token')
          const declined = await actions.declineOffer({ token, never, now: clock.now() })
          if (declined.kind === 'refused') {
            return sendDeadLink(request, reply, { base, refusal: declined.refusal })
          }
          return sendPage(reply, declinedOfferPage({ base, language: getLanguage(request) }))
        },
      },
    },
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isSameOrigin } from '../kernel/same-origin.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { emailKeyPage } from '../pages/links/email-key.ts'
import { tokenPage } from '../schema/page-answers.ts'

/** Registers the link in the first encrypted email. GET changes nothing; the button on its page puts the key in use. */
export function registerEmailKeyLink(server: FastifyInstance, { actions, clock, base }: HttpDeps): void {
  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    page: { outcome: 'ask' | 'confirmed'; fingerprint: string },
  ): FastifyReply {
    reply.header('vary', 'Accept-Language')
    const language = chooseLanguage(request.headers['accept-language'])
    const action = `${base}/email-key/${pathParameter(request, 'token')}`
    return sendPage(reply, emailKeyPage({ ...page, base, language, action }))
  }

  registerRoute(server, {
    url: '/email-key/:token',
    handlers: {
      GET: {
        ...tokenPage(['token_not_found']),
        operationId: 'showEmailKeyLink',
        summary: 'Show the page that confirms an OpenPGP key.',
        async handle(request, reply) {
          const token = pathParameter(request, 'token')
          const found = await actions.findEmailKeyByToken({ token, now: clock.now() })
          if (found.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: found.refusal })
          return show(request, reply, { outcome: 'ask', fingerprint: found.key.fingerprint })
        },
      },
      POST: {
        ...tokenPage(['cross_site_action', 'token_not_found']),
        operationId: 'confirmEmailKey',
        summary: 'Confirm an OpenPGP key, to which the emails of its owner are encrypted from now on.',
        description: 'Accepted only from a page of this service.',
        async handle(request, reply) {
          if (!isSameOrigin(request, base)) {
            return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
          }
          const token = pathParameter(request, 'token')
          const confirmed = await actions.confirmEmailKey({ token, now: clock.now() })
          if (confirmed.kind === 'refused')
            return sendDeadLink(request, reply, { base, refusal: confirmed.refusal })
          return show(request, reply, { outcome: 'confirmed', fingerprint: confirmed.key.fingerprint })
        },
      },
    },
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Demonstration } from '../../actions/submissions/demonstrate.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { MAX_DEMONSTRATION_BYTES } from '../../domain/submissions/demonstration.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, parseContent } from '../kernel/request.ts'
import { sendEmailPage, sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { isCrossSite } from '../kernel/same-origin.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { EMAIL_FRAME_POLICY } from '../outbox/email-frame.ts'
import { demoPage } from '../pages/demo.ts'
import { keepLanguage } from '../pages/i18n/language-choice.ts'
import { chooseFrontLanguage } from './front.ts'

/**
 * Routes of the demonstration on the front page: a message comes in, what would become of it goes out, and nothing is kept. Only
 * our own page may use them, because they show what they are sent.
 */
export function registerDemo(server: FastifyInstance, deps: HttpDeps): void {
  const { base, actions, clock, trusts } = deps
  // A message takes two requests.
  const rate = createRateLimit(toSubmitRate(deps.submitPerMinute))

  async function demonstrate(
    request: FastifyRequest,
  ): Promise<({ kind: 'demonstrated' } & Demonstration) | Refused> {
    if (isCrossSite(request, base)) return { kind: 'refused', refusal: { code: 'cross_site_action' } }
    const now = clock.now()
    const retryAfterSeconds = rate.take({ client: addressBucket(getClientAddress(request, trusts)), now })
    if (retryAfterSeconds > 0) return { kind: 'refused', refusal: { code: 'submit_rate', retryAfterSeconds } }
    const content = await parseContent(request, { multipart: 'refused' })
    return actions.demonstrate({ content, language: chooseFrontLanguage(request).language, now })
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    return sendRefusal(request, reply, refusal, negotiateFormat(request, base))
  }

  registerRoute(server, {
    url: '/demo',
    bodyLimit: MAX_DEMONSTRATION_BYTES,
    handlers: {
      // Somebody reloads the page that follows the form.
      GET: (request, reply) =>
        reply.redirect(`${keepLanguage(`${base}/`, chooseFrontLanguage(request))}#demo`),
      async POST(request, reply) {
        const result = await demonstrate(request)
        if (result.kind === 'refused') return refuse(request, reply, result.refusal)
        const { message, email } = result
        if (negotiateFormat(request, base).html) {
          const languageChoice = chooseFrontLanguage(request)
          const shown = email && { ...email, html: withoutNavigation(email.html) }
          return sendEmailPage(reply, demoPage({ base, languageChoice, result: { message, email: shown } }))
        }
        return reply.send({ message, email: email && { subject: email.subject, to: email.to } })
      },
    },
  })
  registerRoute(server, {
    url: '/demo/email',
    bodyLimit: MAX_DEMONSTRATION_BYTES,
    handlers: {
      async POST(request, reply) {
        const result = await demonstrate(request)
        if (result.kind === 'refused') return refuse(request, reply, result.refusal)
        reply.header('content-security-policy', EMAIL_FRAME_POLICY).type('text/html; charset=utf-8')
        return reply.send(withoutNavigation(result.email?.html ?? ''))
      },
    },
  })
}

/** Returns the email with links that open windows, which a frame without rights cannot. */
function withoutNavigation(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}

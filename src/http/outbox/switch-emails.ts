import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { sendBusy } from '../kernel/busy.ts'
import { isOneClick, pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { isCrossSite, isSameOrigin } from '../kernel/same-origin.ts'
import { createStartRate } from '../limits/start-rate.ts'

type EmailSwitch = 'stopped' | 'flowing'

/** Creates the handler of POSTs to a link that stops or starts emails. */
export function createSwitchEmails<Answer>(
  { clock, base }: HttpDeps,
  link: {
    set(request: { token: string; to: EmailSwitch; now: Date }): Promise<Answer>
    show(
      request: FastifyRequest,
      reply: FastifyReply,
      shown: { answer: Answer; outcomeWhenOn: 'started' },
    ): FastifyReply
  },
): (request: FastifyRequest, reply: FastifyReply, to: EmailSwitch) => Promise<FastifyReply> {
  const waitToStart = createStartRate()
  return async (request, reply, to) => {
    // Only our own page starts emails: a scanner that posts the forms of a page must not.
    const allowed =
      to === 'flowing'
        ? isSameOrigin(request, base)
        : !isCrossSite(request, base) || (await isOneClick(request))
    if (!allowed) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
    }
    const token = pathParameter(request, 'token')
    const retryAfterSeconds = to === 'flowing' ? waitToStart(token, clock.now()) : 0
    if (retryAfterSeconds > 0) return sendBusy(request, reply, { base, retryAfterSeconds })
    const answer = await link.set({ token, to, now: clock.now() })
    return link.show(request, reply, { answer, outcomeWhenOn: 'started' })
  }
}

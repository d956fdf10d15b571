import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DisownAnswer, disownEndpoint, lookAtDisown } from '../../actions/disown-endpoint.ts'
import { sendPage } from '../answers.ts'
import { offer } from '../offer.ts'
import { disownPage } from '../pages/disown.ts'
import { tokenPage } from '../pages/token.ts'
import type { HttpParts } from '../parts.ts'
import { answerTo } from '../refusals.ts'
import { contentOf, pathParameter } from '../request.ts'
import { reasonOf } from './claim.ts'

/**
 * "I did not ask for this": GET shows a page, POST acts. The POST also comes from mail programs (RFC 8058 §3.2),
 * without cookies and from elsewhere; the token alone is what entitles.
 */
export function disownRoutes(server: FastifyInstance, parts: HttpParts): void {
  const { context, clock, base } = parts

  function show(request: FastifyRequest, reply: FastifyReply, answer: DisownAnswer): FastifyReply {
    if (answer.kind === 'refused') {
      return sendPage(
        reply,
        tokenPage({ base, reason: reasonOf(answer.refusal) }),
        answerTo(answer.refusal, '').status,
      )
    }
    const { formId, accountHint } = answer
    const action = `${base}/disown/${pathParameter(request, 'token')}`
    return sendPage(reply, disownPage({ base, formId, accountHint, action, outcome: OUTCOMES[answer.kind] }))
  }

  offer(server, parts, {
    url: '/disown/:token',
    handlers: {
      async GET(request, reply) {
        const token = pathParameter(request, 'token')
        return show(request, reply, await lookAtDisown(context, { token, now: clock.now() }))
      },
      async POST(request, reply) {
        const token = pathParameter(request, 'token')
        const oneClick = await isOneClick(request)
        return show(request, reply, await disownEndpoint(context, { token, oneClick, now: clock.now() }))
      },
    },
  })
}

const OUTCOMES = {
  disownable: 'ask',
  disowned: 'done',
  letters_stopped: 'done',
  already_retired: 'already_done',
  too_late: 'too_late',
} as const

/** The body that RFC 8058 gives to the mail program's own button, urlencoded or multipart. */
async function isOneClick(request: FastifyRequest): Promise<boolean> {
  const content = await contentOf(request, { multipart: 'allowed' })
  if (content.kind === 'refused') return false
  return content.fields.some((field) => field.name === 'List-Unsubscribe' && field.value === 'One-Click')
}

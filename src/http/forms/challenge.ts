import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { refused } from '../../domain/refusal.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { type Handler, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { EXAMPLE_CHALLENGE } from '../schema/examples.ts'
import { FORM_ID } from '../schema/parameters.ts'
import { Challenge } from '../schema/schemas.ts'

/** Maximum number of challenges in the making: each takes about 1 ms of a processor, outside of the event loop. */
const MAX_PENDING_CHALLENGES = 64

const OPERATION: PublicOperation = {
  operationId: 'getChallenge',
  summary: 'Get a proof-of-work challenge.',
  tag: 'forms',
  description:
    'For forms whose owner asks for a proof of work. Format 2 of ALTCHA: its widget and altcha-lib solve it. Send base64 of ' +
    '`{"challenge":…,"solution":…}` as the field `altcha`, within 20 minutes; it counts once.',
  parameters: [FORM_ID],
  answers: { 200: { description: 'A new challenge.', schema: Challenge, example: EXAMPLE_CHALLENGE } },
  refuses: [
    'endpoint_not_found',
    'challenge_off',
    'endpoint_expired',
    'endpoint_retired',
    'endpoint_suspended',
    'submit_rate',
    'store_busy',
  ],
}

/** Returns the address of the challenges of a form. */
export function toChallengeUrl(base: string, formId: string): string {
  return `${base}/f/${formId}/challenge`
}

/** Registers `/f/{form_id}/challenge`, which pages of all sites may call. Challenges are stateless: none is stored. */
export function registerChallenge(server: FastifyInstance, deps: HttpDeps): void {
  registerRoute(server, {
    url: '/f/:id/challenge',
    handlers: { GET: { ...OPERATION, handle: createGetChallenge(deps) }, OPTIONS: answerPreflight },
  })
}

function createGetChallenge(deps: HttpDeps): Handler {
  const { actions, base, challenges, clock, submitPerMinute, trusts } = deps
  const { difficulty } = challenges
  const rate = createRateLimit(toSubmitRate(submitPerMinute))
  let pending = 0

  async function newChallenge(request: FastifyRequest) {
    const now = clock.now()
    const formId = pathParameter(request, 'id')
    if (!isEndpointId('form', formId)) return refused({ code: 'endpoint_not_found' })
    const client = addressBucket(getClientAddress(request, trusts))
    const wait = rate.take({ client, subject: formId, now })
    if (wait > 0) return refused({ code: 'submit_rate', retryAfterSeconds: wait })
    if (pending >= MAX_PENDING_CHALLENGES) return refused({ code: 'store_busy' })
    pending += 1
    try {
      return await actions.newFormChallenge({ formId, difficulty, now })
    } finally {
      pending -= 1
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await newChallenge(request)
    if (answer.kind === 'challenge') return reply.send(answer.challenge)
    return sendRefusal(request, reply, answer.refusal, { base, html: false })
  }
}

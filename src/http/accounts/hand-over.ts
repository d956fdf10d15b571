import { z } from 'zod'
import type { HandOver as OpenHandOver } from '../../actions/endpoints/hand-over.ts'
import { CONFIRMATIONS_PER_DAY } from '../../domain/destinations/email-destination.ts'
import { getHandOverEnd, HAND_OVER_DAYS } from '../../domain/endpoints/hand-over.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import type { SlidingWindow } from '../limits/sliding-window.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant } from '../schema/shapes.ts'

const HandOver = named(
  'HandOver',
  z.object({
    email: z.string().describe('The address of the new owner.'),
    asked_at: instant,
    accepted_at: instant.nullable().describe('When the new owner accepted; null until then.'),
    expires_at: instant.describe('Nothing happens unless it is accepted, and then confirmed, by then.'),
  }),
)
const HandOverRequest = named(
  'HandOverRequest',
  z.strictObject({ email: z.string().max(1000).describe('One plain email address.') }),
)
const PATH = '/endpoints/:id/hand-over'
const COMMON = { tag: 'members', needs: 'session', query: NOTHING } as const
const EXAMPLE = {
  email: 'client@acme.example',
  asked_at: '2026-11-20T10:00:00.000Z',
  accepted_at: null,
  expires_at: '2026-11-27T10:00:00.000Z',
}

/**
 * Declares `/endpoints/{id}/hand-over`: a form goes to another owner, with a click of both.
 *
 * @param people emails to people that each account has sent, invitations included
 */
export function handOverRoutes({ actions }: HttpDeps, people: SlidingWindow): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: PATH,
      fresh: false,
      operationId: 'showHandOver',
      summary: 'Show who was asked to take over a form.',
      body: NOTHING,
      answer: { status: 200, description: 'The open hand-over.', schema: HandOver, example: EXAMPLE },
      refuses: ['hand_over_not_found'],
      async handle({ caller, params, now }) {
        const found = await actions.findOwnHandOver(caller, { endpointId: params.id ?? '', now })
        return found.kind === 'refused' ? found : answered(handOverBody(found.handOver))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: PATH,
      fresh: true,
      operationId: 'askHandOver',
      summary: 'Ask somebody by email to take over a form with its submissions.',
      description:
        `They accept on a page within ${HAND_OVER_DAYS} days; then you confirm. An address gets at most ` +
        `${CONFIRMATIONS_PER_DAY} such emails, invitations included, a day, from all accounts together.`,
      body: HandOverRequest,
      bodyExample: { email: EXAMPLE.email },
      answer: { status: 201, description: 'The email is queued.', schema: HandOver, example: EXAMPLE },
      refuses: [
        'recipient_invalid',
        'endpoint_retired',
        'endpoint_suspended',
        'hand_over_open',
        'mailbox_suppressed',
        'confirmation_rate',
        'asking_rate',
      ],
      async handle({ caller, params, body, request, now }) {
        const key = String(caller.accountKey)
        const retryAfterSeconds = people.secondsUntilFree(key, now)
        if (retryAfterSeconds > 0) return refused({ code: 'asking_rate', retryAfterSeconds })
        const language = chooseLanguage(request.headers['accept-language'])
        const asked = await people.spend(
          { key, now, times: 1, used: (done) => (done.kind === 'refused' ? 0 : 1) },
          () =>
            actions.askHandOver(caller, { endpointId: params.id ?? '', email: body.email, language, now }),
        )
        return asked.kind === 'refused' ? asked : answered(handOverBody(asked.handOver))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: PATH,
      fresh: false,
      operationId: 'withdrawHandOver',
      summary: 'Withdraw a hand-over that is not confirmed.',
      body: NOTHING,
      answer: { status: 204, description: 'The form stays.' },
      refuses: ['hand_over_not_found'],
      async handle({ caller, params, now }) {
        const withdrawn = await actions.withdrawHandOver(caller, { endpointId: params.id ?? '', now })
        return withdrawn.kind === 'refused' ? withdrawn : DONE
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: `${PATH}/confirm`,
      fresh: true,
      operationId: 'confirmHandOver',
      summary: 'Confirm a hand-over that was accepted: the form moves, and cannot be taken back.',
      description:
        'Its submissions, files, stars, notes and the labels in use move along. Destinations, the routing to a queue, ' +
        'members of this form alone and what devices and saved views say about it end.',
      body: NOTHING,
      answer: { status: 204, description: 'The form belongs to the new owner.' },
      refuses: [
        'endpoint_retired',
        'endpoint_suspended',
        'hand_over_not_found',
        'hand_over_waits',
        'limit_reached',
        'email_key_needed',
      ],
      async handle({ caller, params, now }) {
        const moved = await actions.confirmHandOver(caller, { endpointId: params.id ?? '', now })
        return moved.kind === 'refused' ? moved : DONE
      },
    }),
  ]
}

/** Formats a hand-over by the schema `HandOver`. */
export function handOverBody(handOver: OpenHandOver): z.infer<typeof HandOver> {
  const { recipient, askedAt, acceptedAt } = handOver
  return {
    email: recipient,
    asked_at: askedAt.toISOString(),
    accepted_at: acceptedAt?.toISOString() ?? null,
    expires_at: getHandOverEnd(handOver).toISOString(),
  }
}

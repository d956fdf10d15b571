import { z } from 'zod'
import type { OwnDelivery, OwnRouting } from '../../actions/outbox/deliveries.ts'
import type { Keys } from '../../domain/keys.ts'
import {
  DELIVERY_STATES,
  MAX_DELIVERIES_PER_SUBMISSION,
  RESENDS_PER_ACCOUNT,
  RESENDS_PER_HOUR,
} from '../../domain/outbox/delivery.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { createSlidingWindow, type SlidingWindow } from '../limits/sliding-window.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, opaqueId } from '../schema/shapes.ts'

const Attempt = z.object({
  started_at: instant,
  ended_at: instant.nullable().describe('null while the attempt is in progress.'),
  outcome: z
    .enum(['accepted', 'deferred', 'bounced', 'unknown', 'system'])
    .nullable()
    .describe(
      'accepted: the other side accepted it. deferred: refused temporarily. bounced: refused permanently. unknown: it was sent but no response came, so it may have arrived. system: the other side refused this service.',
    ),
  answer: z
    .string()
    .nullable()
    .describe('The response of the other side (for email, the mail server), without addresses.'),
})

export const deliveryState = z.enum(DELIVERY_STATES)
const STATES =
  'queued: waiting for its first attempt. delayed: an attempt failed and another one follows. held: waiting for the rate limit of its address. sent: a mail server accepted it, and what it did then is not known. kept: in the embedded mailbox of this instance, because no mail server is set up; it reached nobody. failed: refused permanently or given up; see its attempts. suppressed: no longer wanted.'

const Delivery = named(
  'Delivery',
  z.object({
    id: opaqueId,
    channel: z.string().describe('How it is delivered: `email`.'),
    kind: z.enum(['claim', 'submission']).describe('claim: the email that carries the claim link.'),
    to: z.string().nullable().describe('The address; null for a destination that was removed.'),
    destination_id: z.string().nullable().describe('null for the recipient.'),
    state: deliveryState.describe(STATES),
    due_at: instant.nullable().describe('Time of the next attempt; null once it is over.'),
    created_at: instant,
    attempts: z.array(Attempt).describe('Oldest first.'),
  }),
)
const DeliveryList = named(
  'DeliveryList',
  z.object({
    data: z.array(Delivery),
    queue: z
      .object({
        queue_id: z.string(),
        message_id: z.string().nullable(),
        refused: z.string().nullable().describe('The error code if the queue did not accept a message.'),
      })
      .nullable()
      .describe('The routing of the submission to a queue; null if it was not routed.'),
  }),
)
const ResendRequest = named(
  'ResendRequest',
  z.strictObject({
    destination_id: z.string().max(100).optional().describe('Omit it to send to the recipient.'),
  }),
)
const Resent = named(
  'Resent',
  z.object({
    resent: z.int().describe('Number of emails that were queued.'),
    more: z.boolean().describe('true if others are left: send the request again.'),
  }),
)
/** Deliveries sent again by one call. */
const MAX_RESENDS_PER_CALL = 50

const EXAMPLE: z.infer<typeof Delivery> = {
  id: 'del_4m7p0c8k3z5r1t6w9v0b4n2y9x',
  channel: 'email',
  kind: 'submission',
  to: EXAMPLE_RECIPIENT,
  destination_id: null,
  state: 'sent',
  due_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  attempts: [
    {
      started_at: '2026-11-20T10:00:00.041Z',
      ended_at: '2026-11-20T10:00:00.390Z',
      outcome: 'accepted',
      answer: '250 2.0.0 Ok: queued',
    },
  ],
}
const EXAMPLE_RESENT = { ...EXAMPLE, state: 'queued' as const, due_at: EXAMPLE.created_at, attempts: [] }

const COMMON = { fresh: false, tag: 'deliveries', query: NOTHING } as const

/** Declares `/submissions/{id}/deliveries` and `/resend`, and `/endpoints/{id}/emails/resend`. */
export function deliveryRoutes(deps: HttpDeps): ApiRoute[] {
  const accounts = createSlidingWindow([RESENDS_PER_ACCOUNT])
  return [listRoute(deps), resendRoute(deps, accounts), resendFailedRoute(deps, accounts)]
}

function listRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: '/submissions/:id/deliveries',
    needs: 'read',
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a submission, oldest first, each with its attempts.',
    body: NOTHING,
    answer: {
      status: 200,
      description: 'All deliveries: to the recipient, to destinations, and those sent again.',
      schema: DeliveryList,
      example: { data: [EXAMPLE], queue: null },
    },
    async handle({ caller, params }) {
      const listed = await actions.listDeliveries(caller, { submissionId: params.id ?? '' })
      if (listed.kind === 'refused') return listed
      const { deliveries, routing } = listed
      return answered({
        data: deliveries.map((delivery) => deliveryBody(keys, delivery)),
        queue: routingBody(routing),
      })
    },
  })
}

function resendRoute({ actions, keys }: HttpDeps, accounts: SlidingWindow): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: '/submissions/:id/resend',
    needs: 'write',
    operationId: 'resendEmail',
    summary: 'Send a submission again.',
    description:
      `Queues a new email, whatever the state of the earlier ones. Limits: ${MAX_DELIVERIES_PER_SUBMISSION} emails ` +
      `per submission, ${RESENDS_PER_HOUR} resends of a submission and ${RESENDS_PER_ACCOUNT.times} of an account per hour.`,
    body: ResendRequest,
    bodyExample: {},
    answer: {
      status: 202,
      description: 'The email is queued.',
      schema: Delivery,
      example: EXAMPLE_RESENT,
    },
    refuses: [
      'destination_not_found',
      'destination_unconfirmed',
      'destination_stopped',
      'plan_needed',
      'endpoint_retired',
      'submission_withdrawn',
      'emails_stopped',
      'email_waiting',
      'limit_reached',
      'resend_rate',
    ],
    async handle({ caller, params, body, now }) {
      const key = String(caller.accountKey)
      const retryAfterSeconds = accounts.secondsUntilFree(key, now)
      if (retryAfterSeconds > 0) return refused({ code: 'resend_rate', retryAfterSeconds })
      const request = { submissionId: params.id ?? '', destinationId: body.destination_id ?? null, now }
      const resent = await accounts.spend(
        { key, now, times: 1, used: (done) => (done.kind === 'resent' ? 1 : 0) },
        () => actions.resendEmail(caller, request),
      )
      return resent.kind === 'refused' ? resent : answered(deliveryBody(keys, resent.delivery))
    },
  })
}

function resendFailedRoute({ actions }: HttpDeps, accounts: SlidingWindow): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: '/endpoints/:id/emails/resend',
    needs: 'write',
    operationId: 'resendFailedEmails',
    summary: 'Send failed emails of an endpoint again.',
    description: `The newest first, at most ${MAX_RESENDS_PER_CALL} per call, to every address that still wants them.`,
    body: NOTHING,
    answer: {
      status: 202,
      description: 'The number of emails that were queued.',
      schema: Resent,
      example: { resent: 3, more: false },
    },
    refuses: ['resend_rate'],
    async handle({ caller, params, now }) {
      const key = String(caller.accountKey)
      const retryAfterSeconds = accounts.secondsUntilFree(key, now)
      if (retryAfterSeconds > 0) return refused({ code: 'resend_rate', retryAfterSeconds })
      const limit = Math.min(MAX_RESENDS_PER_CALL, accounts.timesLeft(key, now))
      const resent = await accounts.spend(
        { key, now, times: limit, used: (done) => (done.kind === 'refused' ? 0 : done.count) },
        () => actions.resendFailed(caller, { endpointId: params.id ?? '', limit, now }),
      )
      return resent.kind === 'refused' ? resent : answered({ resent: resent.count, more: resent.more })
    },
  })
}

/** Returns the routing of a submission to a queue as its owner gets it. */
export function routingBody(routing: OwnRouting | null): z.infer<typeof DeliveryList>['queue'] {
  return routing && { queue_id: routing.queueId, message_id: routing.messageId, refused: routing.refusal }
}

/** Returns a delivery as the owner of its submission gets it. */
export function deliveryBody(keys: Keys, delivery: OwnDelivery): z.infer<typeof Delivery> {
  return {
    id: keys.rowId('delivery', delivery.key),
    channel: delivery.channel,
    kind: delivery.kind,
    to: delivery.to,
    destination_id: delivery.destination,
    state: delivery.state,
    due_at: delivery.dueAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    attempts: delivery.attempts.map(({ startedAt, endedAt, outcome, answer }) => ({
      started_at: startedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      outcome,
      answer,
    })),
  }
}

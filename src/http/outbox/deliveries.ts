import { z } from 'zod'
import type { OwnDelivery, OwnRouting } from '../../actions/outbox/deliveries.ts'
import type { Keys } from '../../domain/keys.ts'
import { EMAILS_OF_SUBMISSION, RESENDS_OF_ACCOUNT, RESENDS_PER_HOUR } from '../../domain/outbox/delivery.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, NOTHING, refused } from '../kernel/api-route.ts'
import { openLimitedAccounts } from '../limits/limited-accounts.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { instant, opaqueId } from '../schema/shapes.ts'

const Attempt = z.object({
  started_at: instant,
  ended_at: instant.nullable().describe('null while it is under way.'),
  outcome: z
    .enum(['accepted', 'deferred', 'bounced', 'unknown', 'system'])
    .nullable()
    .describe(
      'unknown: the email was sent and no answer came, so it may have arrived. system: the mail server refused this service.',
    ),
  answer: z.string().nullable().describe('What the mail server said, without addresses.'),
})

const Delivery = named(
  'Delivery',
  z.object({
    id: opaqueId,
    kind: z.enum(['claim', 'submission']).describe('claim: the email that carries the claim link.'),
    to: z.string().nullable().describe('The mailbox; null for a destination that has been removed.'),
    destination_id: z.string().nullable().describe('null: the recipient.'),
    state: z
      .enum(['waiting', 'held', 'delivered', 'bounced', 'given_up', 'suppressed'])
      .describe('held: it waits for the email budget of its mailbox. suppressed: nobody wants it any more.'),
    due_at: instant.nullable().describe('When it is tried next; null once it has ended.'),
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
        refused: z.string().nullable().describe('The code of the refusal, where the queue took no message.'),
      })
      .nullable()
      .describe('What became of it on its way to a queue; null where it was to go to none.'),
  }),
)
const ResendRequest = named(
  'ResendRequest',
  z.strictObject({
    destination_id: z.string().max(100).optional().describe('Without it the email goes to the recipient.'),
  }),
)

const Resent = named(
  'Resent',
  z.object({
    resent: z.int().describe('So many emails wait to be delivered.'),
    more: z.boolean().describe('There are others: send the request again.'),
  }),
)
/** Emails sent again by one call. */
const MAX_AT_ONCE = 50

const EXAMPLE: z.infer<typeof Delivery> = {
  id: 'del_4m7p0c8k3z5r1t6w9v0b4n2y9x',
  kind: 'submission',
  to: EXAMPLE_RECIPIENT,
  destination_id: null,
  state: 'delivered',
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
const EXAMPLE_RESENT = { ...EXAMPLE, state: 'waiting' as const, due_at: EXAMPLE.created_at, attempts: [] }

/** `/submissions/{id}/deliveries` and `/resend`, `/endpoints/{id}/emails/resend`: emails, and sending them again. */
export function deliveryRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, keys } = deps
  const accounts = openLimitedAccounts(RESENDS_OF_ACCOUNT)

  return [
    apiRoute({
      method: 'GET',
      path: '/submissions/:id/deliveries',
      needs: 'read',
      fresh: false,
      tag: 'deliveries',
      operationId: 'listDeliveries',
      summary: 'The emails about a submission, oldest first, each with its attempts.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'All of them: to the recipient, to destinations, and those sent again.',
        schema: DeliveryList,
        example: { data: [EXAMPLE], queue: null },
      },
      refuses: ['submission_not_found'],
      async handle({ caller, params }) {
        const listed = await actions.listDeliveries(caller, { submissionId: params.id ?? '' })
        if (listed.kind === 'refused') return listed
        const { deliveries, routing } = listed
        return answered({
          data: deliveries.map((delivery) => deliveryBody(keys, delivery)),
          queue: routingBody(routing),
        })
      },
    }),
    apiRoute({
      method: 'POST',
      path: '/submissions/:id/resend',
      needs: 'write',
      fresh: false,
      tag: 'deliveries',
      operationId: 'resendEmail',
      summary: 'Send a submission once more.',
      description:
        `A new email, whatever became of the others. A submission has at most ${EMAILS_OF_SUBMISSION} emails, ` +
        `is sent again ${RESENDS_PER_HOUR} times an hour, and an account sends ${RESENDS_OF_ACCOUNT.times} again in an hour.`,
      query: NOTHING,
      body: ResendRequest,
      bodyExample: {},
      answer: {
        status: 202,
        description: 'The email waits to be delivered.',
        schema: Delivery,
        example: EXAMPLE_RESENT,
      },
      refuses: [
        'submission_not_found',
        'destination_not_found',
        'destination_unconfirmed',
        'plan_needed',
        'endpoint_retired',
        'emails_stopped',
        'email_waiting',
        'limit_reached',
        'resend_rate',
      ],
      async handle({ caller, params, body, now }) {
        const retryAfterSeconds = accounts.secondsUntilFree(caller.accountKey, now)
        if (retryAfterSeconds > 0) return refused({ code: 'resend_rate', retryAfterSeconds })
        const email = { submissionId: params.id ?? '', destinationId: body.destination_id ?? null, now }
        const resent = await accounts.spend(
          {
            accountKey: caller.accountKey,
            now,
            times: 1,
            used: (done) => (done.kind === 'resent' ? 1 : 0),
          },
          () => actions.resendEmail(caller, email),
        )
        return resent.kind === 'refused' ? resent : answered(deliveryBody(keys, resent.delivery))
      },
    }),
    apiRoute({
      method: 'POST',
      path: '/endpoints/:id/emails/resend',
      needs: 'write',
      fresh: false,
      tag: 'deliveries',
      operationId: 'resendFailedEmails',
      summary: 'Send again what bounced or was given up.',
      description: `The newest first, at most ${MAX_AT_ONCE} by one call, to every mailbox that still wants its emails.`,
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 202,
        description: 'How many emails are sent again.',
        schema: Resent,
        example: { resent: 3, more: false },
      },
      refuses: ['endpoint_not_found', 'resend_rate'],
      async handle({ caller, params, now }) {
        const { accountKey } = caller
        const retryAfterSeconds = accounts.secondsUntilFree(accountKey, now)
        if (retryAfterSeconds > 0) return refused({ code: 'resend_rate', retryAfterSeconds })
        const most = Math.min(MAX_AT_ONCE, accounts.left(accountKey, now))
        const resent = await accounts.spend(
          { accountKey, now, times: most, used: (done) => (done.kind === 'refused' ? 0 : done.count) },
          () => actions.resendFailed(caller, { endpointId: params.id ?? '', most, now }),
        )
        return resent.kind === 'refused' ? resent : answered({ resent: resent.count, more: resent.more })
      },
    }),
  ]
}

/** What became of a submission on its way to a queue, as its owner gets it. */
export function routingBody(routing: OwnRouting | null): z.infer<typeof DeliveryList>['queue'] {
  return routing && { queue_id: routing.queueId, message_id: routing.messageId, refused: routing.refusal }
}

/** An email as the owner of its submission gets it. */
export function deliveryBody(keys: Keys, delivery: OwnDelivery): z.infer<typeof Delivery> {
  return {
    id: keys.rowId('delivery', delivery.key),
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

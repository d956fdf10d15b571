import { z } from 'zod'
import type { DestinationDelivery } from '../../actions/destinations/destination-deliveries.ts'
import type { OwnDelivery, OwnRouting } from '../../actions/outbox/deliveries.ts'
import type { Keys } from '../../domain/keys.ts'
import { BOUNCE_REASONS } from '../../domain/outbox/bounce-reason.ts'
import { DELIVERY_STATES } from '../../domain/outbox/delivery.ts'
import { DELIVERY_REPORT_KINDS, type DeliveryReport } from '../../domain/outbox/delivery-report.ts'
import { describeBounce } from '../../locales/bounce-words.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
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
  answer: z.string().nullable().describe('The response of the mail server or of the URL, without addresses.'),
})

const Report = z.object({
  kind: z
    .enum(DELIVERY_REPORT_KINDS)
    .describe(
      'delayed: the email is still on its way. bounced: it was returned. complaint: its recipient marked it as spam.',
    ),
  at: instant,
  reason: z.enum(BOUNCE_REASONS).nullable().describe('Why it bounced; null for other reports.'),
  explanation: z.string().nullable().describe('The reason as a sentence, in the language of the emails.'),
  advice: z.string().nullable().describe('What can be done about it, in one sentence.'),
  answer: z.string().describe('The answer of the mail server, without addresses; may be empty.'),
})

export const deliveryState = z.enum(DELIVERY_STATES)
const STATES =
  'queued: waiting for its first attempt. delayed: an attempt failed and another one follows. held: waiting for the rate limit of its address, or because of the email settings of its form, to be sent alone or as part of a digest. sent: the mail server or the URL accepted it, and no bounce was reported. kept: an email in the embedded mailbox of this instance, because no mail server is set up; it reached nobody. bounced: a mail server returned the email or refused it permanently; see its reports. failed: refused permanently by a URL, or given up; see its attempts. suppressed: not sent, because it is no longer wanted.'

const SHAPE = {
  id: opaqueId,
  to: z
    .string()
    .nullable()
    .describe(
      'The email address, or the scheme and host of the URL; null for a destination that was removed.',
    ),
  state: deliveryState.describe(STATES),
  due_at: instant.nullable().describe('Time of the next attempt; null once it is over.'),
  created_at: instant,
  attempts: z.array(Attempt).describe('Oldest first.'),
}

export const Delivery = named(
  'Delivery',
  z.object({
    ...SHAPE,
    channel: z.string().describe('`email`, or `web` for webhooks and chats.'),
    kind: z.enum(['claim', 'submission']).describe('claim: the email that carries the claim link.'),
    destination_id: z.string().nullable().describe('null for the recipient.'),
    reports: z
      .array(Report)
      .describe('What mail servers reported after the email was sent; at most one of each kind.'),
    digest: z.boolean().describe('true: part of an email of several submissions, whose attempts these are.'),
  }),
)

/** Deliveries to a destination that is not an email address. */
export const DestinationDeliveryList = named(
  'DestinationDeliveryList',
  z.object({
    data: z.array(
      z.object({
        ...SHAPE,
        event: z.string().describe('Type of the event.'),
        submission_id: z.string().nullable().describe('null for an event that is about no submission.'),
      }),
    ),
    more: z.boolean().describe('true if older ones are left: send the last ID as `before`.'),
  }),
)
export const DeliveryList = named(
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
/** An example for the API reference. */
export const EXAMPLE_DELIVERY: z.infer<typeof Delivery> = {
  id: 'del_4m7p0c8k3z5r1t6w9v0b4n2y9x',
  channel: 'email',
  kind: 'submission',
  to: EXAMPLE_RECIPIENT,
  destination_id: null,
  digest: false,
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
  reports: [],
}
/** An example for the API reference. */
export const EXAMPLE_DESTINATION_DELIVERY: z.infer<typeof DestinationDeliveryList>['data'][number] = {
  id: EXAMPLE_DELIVERY.id,
  to: 'https://hooks.acme.org/…',
  state: 'sent',
  due_at: null,
  created_at: EXAMPLE_DELIVERY.created_at,
  attempts: [
    {
      started_at: '2026-11-20T10:00:00.041Z',
      ended_at: '2026-11-20T10:00:00.125Z',
      outcome: 'accepted',
      answer: '200 ok',
    },
  ],
  event: 'submission.created',
  submission_id: 'sub_4m7p0c8k3z5r1t6w',
}

/** Returns the routing of a submission to a queue as its owner gets it. */
export function routingBody(routing: OwnRouting | null): z.infer<typeof DeliveryList>['queue'] {
  return routing && { queue_id: routing.queueId, message_id: routing.messageId, refused: routing.refusal }
}

/** Returns a delivery as the owner of its submission gets it. */
export function deliveryBody(keys: Keys, delivery: OwnDelivery): z.infer<typeof Delivery> {
  const { channel, kind, destination, isInDigest: digest } = delivery
  const reports = delivery.reports.map((report) => reportBody(delivery, report))
  return { ...sharedBody(keys, delivery), channel, kind, destination_id: destination, digest, reports }
}

/** Returns a delivery as it is listed for its destination. */
export function destinationDeliveryBody(
  keys: Keys,
  delivery: DestinationDelivery & { to: string },
): z.infer<typeof DestinationDeliveryList>['data'][number] {
  const { event, submissionKey } = delivery
  return {
    ...sharedBody(keys, delivery),
    event,
    submission_id: submissionKey === null ? null : keys.submissionId(submissionKey),
  }
}

function reportBody({ to, language }: OwnDelivery, { kind, at, reason, answer }: DeliveryReport) {
  const words = reason && describeBounce(language, { reason, address: to ?? '' })
  return { kind, at, reason, explanation: words?.reason ?? null, advice: words?.advice ?? null, answer }
}

function sharedBody(
  keys: Keys,
  delivery: Omit<DestinationDelivery, 'submissionKey' | 'event' | 'reports'> & { to: string | null },
) {
  return {
    id: keys.rowId('delivery', delivery.key),
    to: delivery.to,
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

import { z } from 'zod'
import type { MessageView } from '../../actions/queues/message-view.ts'
import type { LeasedMessageView } from '../../actions/queues/pull-messages.ts'
import { named } from '../schema/named-schemas.ts'
import { instant } from '../schema/shapes.ts'

export const messageId = z.string().regex(/^msg_[0-9a-hjkmnp-tv-z]{26}$/)

const message = {
  id: messageId,
  content_type: z.enum(['json', 'text']),
  timestamp_ms: z.int().describe('Time of publication.'),
  attempts: z.int().describe('Number of times it was delivered.'),
  reason: z.string().nullable().describe('Reason that the consumer gave with the last retry.'),
  dead_at: instant.optional().describe('Time at which it became a dead letter. Left out for all others.'),
  metadata: z.object({}),
  test: z
    .literal(true)
    .optional()
    .describe('A test message that the owner sent; it is not counted. Left out for all others.'),
  body: z.unknown().describe('The message as published.'),
}
/** A message in the owner API. */
export const Message = named('Message', z.object(message))
const backlogCount = z.int().describe('Messages that are neither acknowledged nor dead.')

export const Published = named('Published', z.object({ ok: z.literal(true), message_id: messageId }))
export const PublishedBatch = named(
  'PublishedBatch',
  z.object({ ok: z.literal(true), message_ids: z.array(messageId).describe('In the order of the request.') }),
)
export const PublicationDryRun = named(
  'PublicationDryRun',
  z.object({
    dry_run: z.literal(true).describe('Nothing was changed, counted or sent.'),
    would_succeed: z.literal(true),
    would_enqueue: z.literal(true),
    bytes: z.int().describe('Total size of all messages.'),
    claim_status: z.object({ state: z.string(), claimed: z.boolean(), would_send_claim_email: z.boolean() }),
  }),
)
export const QueueDryRun = named(
  'QueueDryRun',
  z.object({ dry_run: z.literal(true), would_succeed: z.literal(true) }),
)
export const PulledMessages = named(
  'PulledMessages',
  z.object({
    messages: z.array(
      z.object({ ...message, lease_id: z.string().describe('Acknowledges this delivery of the message.') }),
    ),
    message_backlog_count: backlogCount,
  }),
)
export const PeekedMessages = named(
  'PeekedMessages',
  z.object({ messages: z.array(z.object(message)), message_backlog_count: backlogCount }),
)
export const Acknowledged = named(
  'Acknowledged',
  z.object({
    ackCount: z.int(),
    retryCount: z.int(),
    warnings: z.record(z.string(), z.string()).describe('By lease_id: the reason why nothing was done.'),
  }),
)
export const DeadMessages = named(
  'DeadMessages',
  z.object({
    data: z.array(z.object(message)),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last one.'),
  }),
)
export const DeletedMessages = named('DeletedMessages', z.object({ deleted: z.int() }))

/** Serializes messages as a JSON array. Bodies are copied byte for byte: parsed and serialized again, numbers could change. */
export function messagesJson(messages: readonly (MessageView | LeasedMessageView)[]): string {
  return `[${messages.map(messageJson).join()}]`
}

function messageJson(message: MessageView | LeasedMessageView): string {
  const head = JSON.stringify({
    id: message.id,
    content_type: message.type,
    timestamp_ms: message.publishedAt.getTime(),
    attempts: message.deliveries,
    reason: message.reason,
    ...(message.deadAt ? { dead_at: message.deadAt.toISOString() } : {}),
    ...('leaseId' in message ? { lease_id: message.leaseId } : {}),
    metadata: {},
    ...(message.isTest ? { test: true } : {}),
  })
  return `${head.slice(0, -1)},"body":${message.text}}`
}

import { z } from 'zod'
import {
  DEFAULT_PULL_SIZE,
  MAX_DELAY_SECONDS,
  MAX_LEASE_MS,
  MAX_MESSAGES,
  MAX_REASON_LENGTH,
  MAX_WAIT_SECONDS,
} from '../../domain/queues/queue.ts'
import { named } from '../schema/named-schemas.ts'

/** Bodies of requests to a queue, except for whole messages. */

const delay = z.int().min(0).max(MAX_DELAY_SECONDS).optional()
const leaseId = z.string().max(200).describe('The lease_id from the pull.')
const reason = z
  .string()
  .max(MAX_REASON_LENGTH)
  // PostgreSQL stores no zero.
  .overwrite((text) => text.toWellFormed().replaceAll('\0', ''))
  .optional()
  .describe('Why the message is returned; shown with it until its next retry, also when it is dead.')
const batchSize = z.int().min(1).max(MAX_MESSAGES).default(DEFAULT_PULL_SIZE)

export const MessageRequest = named(
  'MessageRequest',
  z.strictObject({
    body: z
      .unknown()
      .refine((body) => body !== undefined, 'This field is missing')
      .describe('Any JSON; a string when content_type is text.'),
    content_type: z.enum(['json', 'text']).default('json'),
    delay_seconds: delay.describe('Seconds until the message can be pulled; default 0.'),
  }),
)

export const BatchRequest = named(
  'BatchRequest',
  z.strictObject({
    messages: z.array(MessageRequest).min(1).max(MAX_MESSAGES),
    delay_seconds: delay.describe('Default for messages without delay_seconds.'),
  }),
)

export const PullRequest = named(
  'PullRequest',
  z.strictObject({
    batch_size: batchSize,
    visibility_timeout_ms: z
      .int()
      .min(1)
      .max(MAX_LEASE_MS)
      .optional()
      .describe(
        'Length of the lease: other consumers do not get the messages for this time. Default: that of the queue, 30 seconds unless its owner changed it.',
      ),
    wait_seconds: z
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(0)
      .describe('Maximum time to wait for a message when there is none.'),
  }),
)

export const PeekRequest = named('PeekRequest', z.strictObject({ batch_size: batchSize }))

export const AckRequest = named(
  'AckRequest',
  z.strictObject({
    acks: z
      .array(z.strictObject({ lease_id: leaseId }))
      .max(MAX_MESSAGES)
      .default([]),
    retries: z
      .array(z.strictObject({ lease_id: leaseId, delay_seconds: delay, reason }))
      .max(MAX_MESSAGES)
      .default([]),
  }),
)

/** Request of Cloudflare's clients to delete messages that they have peeked at. */
export const PurgeRequest = z.strictObject({
  refs: z.array(z.strictObject({ ref: z.string().max(200) })).max(MAX_MESSAGES),
})

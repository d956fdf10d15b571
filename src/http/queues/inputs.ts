import { z } from 'zod'
import {
  DEFAULT_LEASE_MS,
  DEFAULT_PULL_SIZE,
  MAX_DELAY_SECONDS,
  MAX_LEASE_MS,
  MAX_MESSAGES,
  MAX_WAIT_SECONDS,
} from '../../domain/queues/queue.ts'
import { named } from '../schema/named-schemas.ts'

/** What is sent to a queue besides whole messages. */

const delay = z.int().min(0).max(MAX_DELAY_SECONDS).optional()
const leaseId = z.string().max(200).describe('As the pull answered it.')
const batchSize = z.int().min(1).max(MAX_MESSAGES).default(DEFAULT_PULL_SIZE)

export const MessageRequest = named(
  'MessageRequest',
  z.strictObject({
    body: z
      .unknown()
      .refine((body) => body !== undefined, 'This field is missing')
      .describe('Any JSON; a string where content_type is text.'),
    content_type: z.enum(['json', 'text']).default('json'),
    delay_seconds: delay.describe('Nobody gets it before; 0 without it.'),
  }),
)

export const BatchRequest = named(
  'BatchRequest',
  z.strictObject({
    messages: z.array(MessageRequest).min(1).max(MAX_MESSAGES),
    delay_seconds: delay.describe('For those that say nothing of it.'),
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
      .default(DEFAULT_LEASE_MS)
      .describe('For how long nobody else gets what is handed out.'),
    wait_seconds: z
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(0)
      .describe('How long to wait for a message where there is none.'),
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
      .array(z.strictObject({ lease_id: leaseId, delay_seconds: delay }))
      .max(MAX_MESSAGES)
      .default([]),
  }),
)

/** As clients of Cloudflare delete what they have peeked at. */
export const PurgeRequest = z.strictObject({
  refs: z.array(z.strictObject({ ref: z.string().max(200) })).max(MAX_MESSAGES),
})

import { QUEUE } from '../../../domain/endpoints/kinds/queue.ts'
import { MAX_MESSAGE_BYTES } from '../../../domain/queues/queue.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { type Entry, INVALID, KIB, RATE } from './entry.ts'

/** Refusals that only queues answer with. */
export const QUEUE_REFUSALS = {
  queue_frozen: {
    status: 429,
    error: 'message cap reached',
    message: `The queue has accepted all ${QUEUE.unclaimedCap} messages it can before it is confirmed.`,
    hint: 'Retrying does not help. The recipient lifts this limit by following the claim link in the first email and clicking the button on the page behind it.',
  },
  key_missing: {
    status: 401,
    error: 'authentication required',
    message: 'Missing API key.',
    hint: 'Send `Authorization: Bearer qk_…` with the key shown when the queue was created, or `ak_…` with an API key of its owner.',
  },
  message_invalid: {
    ...INVALID,
    message: 'Invalid message.',
    hint: 'Fix the value named in "field" and send the request again.',
  },
  message_too_large: {
    status: 413,
    error: 'payload too large',
    message: `A message can have at most ${MAX_MESSAGE_BYTES / KIB} KiB.`,
    hint: 'Store large data elsewhere and publish a link to it.',
  },
  message_not_found: {
    status: 404,
    error: 'message not found',
    message: 'There is no dead message with this ID.',
    hint: 'It may have been replayed or deleted, or its retention has ended.',
  },
  pull_limit: {
    ...RATE,
    message: 'Too many pulls of this queue are waiting at the same time.',
    hint: 'Use fewer consumers, or pull with wait_seconds 0.',
  },
  queue_pushing: {
    status: 409,
    error: 'queue pushing',
    message: 'This queue posts its messages to a webhook, so they cannot be pulled.',
    hint: 'Get the messages at the webhook, or have the owner of the queue disable or remove it to pull again.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>

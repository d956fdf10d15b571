import { QUEUE } from '../../../domain/endpoints/kinds/queue.ts'
import { MAX_MESSAGE_BYTES } from '../../../domain/queues/queue.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { type Entry, INVALID, KIB, RATE } from './entry.ts'

/** What only queues answer. */
export const QUEUE_REFUSALS = {
  queue_frozen: {
    status: 429,
    error: 'message cap reached',
    message: `The unclaimed endpoint has taken the ${QUEUE.unclaimedCap} messages of its life.`,
    hint: 'Waiting does not help: the recipient must follow the claim link in the first email.',
  },
  key_missing: {
    status: 401,
    error: 'authentication required',
    message: 'Nothing says who asks.',
    hint: 'Send the header Authorization: Bearer qk_… with the key that was shown when the queue was created, or ak_… with one of its owner.',
  },
  message_invalid: {
    ...INVALID,
    message: 'This is not what a queue takes.',
    hint: 'Mend what "field" names and send the request again.',
  },
  message_too_large: {
    status: 413,
    error: 'payload too large',
    message: `A message may have ${MAX_MESSAGE_BYTES / KIB} KiB.`,
    hint: 'Keep what is large elsewhere and publish where it is.',
  },
  message_not_found: {
    status: 404,
    error: 'message not found',
    message: 'There is no dead message with this id.',
    hint: 'It may have been replayed or deleted, or be too old.',
  },
  pull_limit: {
    ...RATE,
    message: 'Too many pulls of this queue wait at once.',
    hint: 'Wait with fewer consumers, or ask again with wait_seconds 0.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>

import { QUEUE } from '../../domain/kinds/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { Entry } from './entry.ts'

/** What only queues answer. */
export const QUEUE_REFUSALS = {
  queue_frozen: {
    status: 429,
    error: 'message cap reached',
    message: `The unclaimed endpoint has taken the ${QUEUE.unclaimedCap} messages of its life.`,
    hint: 'Waiting does not help: the recipient must follow the claim link in the first letter.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>

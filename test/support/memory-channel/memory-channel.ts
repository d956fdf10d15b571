import type { Channel, SendResult } from '../../../src/delivery/channel.ts'
import { createCircuitBreaker } from '../../../src/delivery/circuit-breaker.ts'
import type { RetrySchedule } from '../../../src/domain/outbox/retry-schedule.ts'
import { type Clock, HOUR, later, MINUTE, SECOND } from '../../../src/domain/time.ts'
import type { DeliveredSubmission, OutboxStore } from '../../../src/store/contract/outbox-store.ts'
import { composePost, type MemoryPost } from './compose.ts'

/** Shorter waits and an earlier end than the schedule of email. */
const MEMORY_RETRY_SCHEDULE: RetrySchedule = {
  waitsMs: [5 * SECOND, MINUTE],
  repeatsLastWait: true,
  giveUpAfterMs: HOUR,
}
export const MEMORY_OUTAGE_MS = 10 * SECOND
/** Posts to one target within the budget of this channel. */
export const POSTS_PER_TARGET = 2

type MemoryChannel = Channel<DeliveredSubmission> & {
  /** Everything that was delivered, in order. */
  posts: MemoryPost[]
  /** Results of the next attempts, instead of a delivery. */
  script: SendResult[]
  attempts(): number
}

/** A minimal second channel that posts into memory. */
export function createMemoryChannel(deps: { outbox: OutboxStore; clock: Clock }): MemoryChannel {
  const posts: MemoryPost[] = []
  const script: SendResult[] = []
  const begun = new Map<string, number>()
  let attempts = 0
  return {
    kind: 'memory',
    concurrency: 2,
    retrySchedule: MEMORY_RETRY_SCHEDULE,
    breaker: createCircuitBreaker({
      ...deps,
      channel: 'memory',
      minOutageMs: MEMORY_OUTAGE_MS,
      maxOutageMs: MEMORY_OUTAGE_MS,
      report() {},
    }),
    async begin({ target, startedAt }, reads, now) {
      const submission = await reads.loadSubmission()
      if (!submission || submission.endpoint.retiredAt) return { kind: 'end', outcome: 'suppressed' }
      const earlier = begun.get(target) ?? 0
      if (startedAt === null && earlier >= POSTS_PER_TARGET) {
        return { kind: 'hold', until: later(now, HOUR), scope: 'target' }
      }
      if (startedAt === null) begun.set(target, earlier + 1)
      return { kind: 'send', content: submission, budget: null, expiresAt: null }
    },
    async send(submission) {
      attempts += 1
      const scripted = script.shift()
      if (scripted) return scripted
      posts.push(composePost(submission))
      return { kind: 'sent', answer: 'ok' }
    },
    async close() {},
    posts,
    script,
    attempts: () => attempts,
  }
}

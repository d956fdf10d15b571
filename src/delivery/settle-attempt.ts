import { nextAttemptAt } from '../domain/outbox/retry-schedule.ts'
import type { BegunAttempt, Settlement } from '../store/contract/outbox-store.ts'
import type { Channel, SendResult } from './channel.ts'

/** The end of an attempt; `given_up` and `expired` also end its delivery. */
export type AttemptEnd = SendResult['kind'] | 'given_up' | 'expired'

/** Decides what the result of an attempt means for its delivery. */
export function settleAttempt(attempt: {
  channel: Channel
  begun: BegunAttempt
  result: SendResult
  now: Date
  jitter: number
}): { kind: AttemptEnd; settlement: Pick<Settlement, 'outcome' | 'answer' | 'next'> } {
  const { result, now, begun } = attempt
  const { kind, answer } = result
  switch (kind) {
    case 'sent':
    case 'kept':
      return { kind, settlement: { outcome: 'accepted', answer, next: { kind: 'settled', outcome: kind } } }
    case 'bounced':
      return {
        kind,
        settlement: { outcome: 'bounced', answer, next: { kind: 'settled', outcome: 'bounced' } },
      }
    case 'service_refused': {
      const next = { kind: 'not_counted', dueAt: result.retryAt } as const
      return { kind, settlement: { outcome: 'system', answer, next } }
    }
    case 'unreachable':
    case 'unknown':
    case 'deferred': {
      const outcome = kind === 'unknown' ? 'unknown' : 'deferred'
      const dueAt = nextAttemptAt(attempt.channel.retrySchedule, {
        attempts: begun.delivery.attempts + 1,
        firstAttemptAt: begun.delivery.startedAt ?? now,
        now,
        jitter: attempt.jitter,
        minWaitMs: kind === 'deferred' ? result.minWaitMs : 0,
      })
      const { expiresAt } = begun
      const end = endOfSchedule(dueAt, expiresAt)
      if (dueAt === null || end) {
        const reason = end ?? 'given_up'
        return { kind: reason, settlement: { outcome, answer, next: { kind: 'settled', outcome: reason } } }
      }
      const next =
        kind === 'unreachable'
          ? ({ kind: 'not_counted', dueAt: result.retryAt } as const)
          : ({ kind: 'again', dueAt } as const)
      return { kind, settlement: { outcome, answer, next } }
    }
  }
}

function endOfSchedule(dueAt: Date | null, expiresAt: Date | null): 'given_up' | 'expired' | null {
  if (expiresAt && (dueAt === null || dueAt >= expiresAt)) return 'expired'
  return dueAt === null ? 'given_up' : null
}

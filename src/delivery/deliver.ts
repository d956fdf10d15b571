import { setTimeout } from 'node:timers/promises'
import { nextAttemptAt } from '../domain/outbox/retry-schedule.ts'
import { type Clock, SECOND } from '../domain/time.ts'
import type { Log } from '../runtime/log.ts'
import { StoreUnavailable } from '../store/contract/errors.ts'
import type { Failpoints } from '../store/contract/failpoints.ts'
import type { BegunAttempt, DeliveryLease, OutboxStore, Settlement } from '../store/contract/outbox-store.ts'
import type { Channel, SendResult } from './channel.ts'

/** Time for which an outcome that cannot be stored is tried again, shorter than a lease, and the pause between two tries. */
const SETTLE_PATIENCE_MS = 90 * SECOND
const SETTLE_RETRY_MS = 200

/**
 * The end of one leased delivery. `result`: the attempt as the channel classified it; null where none was made or its
 * lease was lost, so that nothing was stored.
 */
type Delivered = {
  kind: 'lost_lease' | 'held' | 'ended' | 'given_up' | 'expired' | SendResult['kind']
  result: SendResult | null
}

/** Delivers one leased delivery: the attempt is stored first, then it is sent, then the outcome is stored. */
export async function deliver(
  deps: {
    outbox: OutboxStore
    clock: Clock
    log: Log
    /** Returns a number from 0 up to 1 that spreads retries. */
    jitter(): number
    failpoint: Failpoints
    /** Returns true once the service is stopping. */
    isClosing(): boolean
  },
  channel: Channel,
  lease: DeliveryLease,
): Promise<Delivered> {
  const { clock, outbox, failpoint } = deps
  const beganAt = clock.now()
  const begun = await outbox.begin({
    lease,
    now: beganAt,
    decide: (delivery, reads) => channel.begin(delivery, reads, beganAt),
  })
  switch (begun.kind) {
    case 'lost_lease':
    case 'held':
    case 'ended':
      return { kind: begun.kind, result: null }
  }
  failpoint('attempt written')

  const result = await send(deps, channel, begun)
  failpoint('posted')
  const now = clock.now()
  const { kind, settlement } = settle({ channel, begun, result, now, jitter: deps.jitter() })
  const stored = await settleWhenPossible(deps, { lease, attemptKey: begun.attemptKey, now, ...settlement })
  failpoint('settled')
  return stored ? { kind, result } : { kind: 'lost_lease', result: null }
}

/**
 * Stores the outcome, and tries again while the store is unavailable: an outcome that was known and is not stored would
 * cost a second email when the lease ends. Returns false when the lease was lost meanwhile.
 */
async function settleWhenPossible(
  { outbox, isClosing }: { outbox: OutboxStore; isClosing(): boolean },
  settlement: Settlement,
): Promise<boolean> {
  const endsAt = performance.now() + SETTLE_PATIENCE_MS
  for (;;) {
    try {
      return await outbox.settle(settlement)
    } catch (error) {
      const isTemporary = error instanceof StoreUnavailable && error.reason !== 'closed'
      if (!isTemporary || isClosing() || performance.now() > endsAt) throw error
      await setTimeout(SETTLE_RETRY_MS)
    }
  }
}

/** A delivery that cannot be composed is deferred like any other: tried by the schedule, given up at its end. */
async function send(
  { clock, log }: { clock: Clock; log: Log },
  channel: Channel,
  { delivery, content }: BegunAttempt,
): Promise<SendResult> {
  try {
    return await channel.send(content, clock.now())
  } catch (error) {
    log.error({ err: error, channel: channel.kind, delivery: delivery.key }, 'delivery_not_composed')
    return { kind: 'deferred', answer: 'The content could not be composed.', minWaitMs: 0 }
  }
}

/** Decides what an attempt means for its delivery. */
function settle(attempt: {
  channel: Channel
  begun: BegunAttempt
  result: SendResult
  now: Date
  jitter: number
}): { kind: Delivered['kind']; settlement: Pick<Settlement, 'outcome' | 'answer' | 'next'> } {
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

import { setTimeout } from 'node:timers/promises'
import { nextAttemptAt } from '../domain/outbox/retry-schedule.ts'
import { SECOND } from '../domain/time.ts'
import { StoreUnavailable } from '../store/contract/errors.ts'
import type { BegunAttempt, OutboxStore, Settlement } from '../store/contract/outbox-store.ts'
import type { Channel, SendResult } from './channel.ts'

/** Time for which an outcome that cannot be stored is tried again, shorter than a lease, and the pause between two tries. */
const SETTLE_PATIENCE_MS = 90 * SECOND
const SETTLE_RETRY_MS = 200

/** The end of an attempt, and what is stored of it; `given_up` and `expired` also end its delivery. */
export type AttemptEnd = {
  kind: SendResult['kind'] | 'given_up' | 'expired'
  settlement: Settlement
}

/** Decides what the result of an attempt means for its delivery. */
export function decideEnd(attempt: {
  channel: Channel
  begun: BegunAttempt
  result: SendResult
  now: Date
  jitter: number
}): AttemptEnd {
  const { begun, result, now } = attempt
  const { kind, answer } = result
  const stored = { lease: begun.lease, now, answer }
  switch (kind) {
    case 'sent':
    case 'kept':
      return {
        kind,
        settlement: { ...stored, outcome: 'accepted', next: { kind: 'settled', outcome: kind } },
      }
    case 'bounced':
      return { kind, settlement: { ...stored, outcome: kind, next: { kind: 'settled', outcome: kind } } }
    case 'service_refused': {
      const next = { kind: 'not_counted', dueAt: result.retryAt } as const
      return { kind, settlement: { ...stored, outcome: 'system', next } }
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
      const end = endOfSchedule(dueAt, begun.expiresAt)
      if (dueAt === null || end) {
        const reason = end ?? 'given_up'
        return {
          kind: reason,
          settlement: { ...stored, outcome, next: { kind: 'settled', outcome: reason } },
        }
      }
      const next =
        kind === 'unreachable'
          ? ({ kind: 'not_counted', dueAt: result.retryAt } as const)
          : ({ kind: 'again', dueAt } as const)
      return { kind, settlement: { ...stored, outcome, next } }
    }
  }
}

function endOfSchedule(dueAt: Date | null, expiresAt: Date | null): 'given_up' | 'expired' | null {
  if (expiresAt && (dueAt === null || dueAt >= expiresAt)) return 'expired'
  return dueAt === null ? 'given_up' : null
}

/** Result of a write for one item. */
type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; error: unknown }
type Written<Item, Value> = { item: Item; outcome: Outcome<Value> }

/** Stores the ends of attempts. Returns for each whether it was stored: it is not when its lease was lost meanwhile. */
export function storeOutcomes<Item extends { settlement: Settlement }>(
  deps: { outbox: Pick<OutboxStore, 'settle'>; isClosing(): boolean },
  items: readonly Item[],
): Promise<Written<Item, boolean>[]> {
  return inOneWrite(items, (some) =>
    settleWhenPossible(
      deps,
      some.map(({ settlement }) => settlement),
    ),
  )
}

/**
 * Runs a write for all items. When it fails, it is run for each item alone, so that a bad one cannot fail the others; but
 * not while the store is unavailable to all of them.
 *
 * @param write returns one value for each item, in order
 */
async function inOneWrite<Item, Value>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<Value[]>,
): Promise<Written<Item, Value>[]> {
  try {
    const values = await write(items)
    return values.map((value, index) => ({ item: items[index] as Item, outcome: { kind: 'done', value } }))
  } catch (error) {
    if (items.length === 1 || error instanceof StoreUnavailable) {
      return items.map((item) => ({ item, outcome: { kind: 'failed', error } }))
    }
    const alone = await Promise.all(items.map((item) => inOneWrite([item], write)))
    return alone.flat()
  }
}

/** Tries again while the store is unavailable: an outcome that is known and not stored would cost a second email. */
async function settleWhenPossible(
  { outbox, isClosing }: { outbox: Pick<OutboxStore, 'settle'>; isClosing(): boolean },
  settlements: readonly Settlement[],
): Promise<boolean[]> {
  const endsAt = performance.now() + SETTLE_PATIENCE_MS
  for (;;) {
    try {
      return await outbox.settle(settlements)
    } catch (error) {
      const isTemporary = error instanceof StoreUnavailable && error.reason !== 'closed'
      if (!isTemporary || isClosing() || performance.now() > endsAt) throw error
      await setTimeout(SETTLE_RETRY_MS)
    }
  }
}

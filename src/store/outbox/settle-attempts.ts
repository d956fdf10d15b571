import type { Settlement } from '../contract/outbox-store.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { RELEASED } from './leases.ts'

/** See OutboxStore.settle. */
export async function settleAttempts(
  { db, save }: WriteContext,
  settlements: readonly Settlement[],
): Promise<boolean[]> {
  const keys = settlements.map(({ lease }) => lease.deliveryKey)
  const rows = await db
    .selectFrom('outbox')
    .select(['key', 'lease', 'attempts'])
    .where('key', 'in', keys)
    .orderBy('key')
    .forUpdate()
    .execute()
  const found = new Map(rows.map((row) => [row.key, row]))
  const stored = settlements.map(({ lease }) => found.get(lease.deliveryKey)?.lease === lease.lease)
  const kept = settlements.filter((_, index) => stored[index])
  save({
    update: {
      outbox: kept.map(({ lease, next, now }) => {
        const attempts = found.get(lease.deliveryKey)?.attempts ?? 0
        return {
          key: lease.deliveryKey,
          ...RELEASED,
          due_at: next.kind === 'settled' ? null : next.dueAt.getTime(),
          settled_at: next.kind === 'settled' ? now.getTime() : null,
          outcome: next.kind === 'settled' ? next.outcome : null,
          attempts: next.kind === 'not_counted' ? attempts - 1 : attempts,
        }
      }),
      attempts: kept.map(({ attemptKey, now, outcome, answer }) => ({
        key: attemptKey,
        ended_at: now.getTime(),
        outcome,
        answer,
      })),
    },
  })
  return stored
}

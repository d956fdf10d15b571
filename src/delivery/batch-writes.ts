import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../domain/time.ts'
import { StoreUnavailable } from '../store/contract/errors.ts'
import type { OutboxStore, Settlement } from '../store/contract/outbox-store.ts'

/** Time for which an outcome that cannot be stored is tried again, shorter than a lease, and the pause between two tries. */
const SETTLE_PATIENCE_MS = 90 * SECOND
const SETTLE_RETRY_MS = 200

/** Result of a write for one item. */
type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; error: unknown }

/**
 * Runs a write for all items. When it fails, it is run for each item alone, so that a bad one cannot fail the others; but
 * not while the store is unavailable to all of them.
 *
 * @param write returns one value for each item, in order
 */
export async function inOneWrite<Item, Value>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<Value[]>,
): Promise<{ item: Item; outcome: Outcome<Value> }[]> {
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

/**
 * Stores outcomes, and tries again while the store is unavailable: an outcome that was known and is not stored would
 * cost a second email when the lease ends. Returns for each, in order, whether it was stored: it is not when its lease
 * was lost meanwhile.
 */
export async function settleWhenPossible(
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

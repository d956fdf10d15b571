import type { Kysely } from 'kysely'
import { MINUTE } from '../../domain/time.ts'
import { type Connection, Contended } from './connection.ts'
import type { Schema } from './schema.ts'

/** Instant of key 0: 2026-01-01 UTC. */
const EPOCH_MS = 1_767_225_600_000
/** Keys per millisecond: with 53 bits, keys last until 2095. */
const KEYS_PER_MS = 4096
/** Keys of one slot: a submission, and its deliveries on the keys behind its own. */
export const KEYS_IN_A_SLOT = 32
/** Slots per reservation; doubled while a reservation lasts less than `FRESH_MS`. */
const MIN_SLOTS = 512
const MAX_SLOTS = 8192
/** Time for which reserved keys are used, so that the keys of several nodes stay in order of time. */
const FRESH_MS = 1000
/**
 * Maximum age of a reserved key when it is used. A transaction with older keys, as after a long pause of the process, is
 * run again with new ones; `dialects/postgres/search.ts` relies on this limit.
 */
export const MAX_KEY_AGE_MS = MINUTE

type Sequence = {
  /** Reserves `count` keys for one transaction; the returned function returns them one by one. */
  take(count: number, now: Date): Promise<NextKey>
}

/**
 * Returns the next key: larger than every key that this node returned before, in earlier processes too. Call it within
 * the transaction that uses the key, after the answer to one of its statements.
 *
 * @throws Contended when the keys are too old: the same work gets new ones when it is run again
 */
export type NextKey = () => number

/**
 * Creates the sequence of row keys: integers that grow with time, so that inserts stay at the right edge of the tree.
 * No key is used twice on any node, even when a clock goes back: the end of each reservation is on disk before its first
 * key is used. A crash only leaves a gap.
 *
 * @param elapsed monotonic clock in milliseconds
 */
export function createSequence(connection: Connection, elapsed = () => performance.now()): Sequence {
  let next = 0
  let end = 0
  let reservedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let slots = MIN_SLOTS
  let extending: Promise<void> | null = null

  const isFresh = (now: Date) => Math.abs(now.getTime() - reservedAt) < FRESH_MS

  async function extend(count: number, now: Date): Promise<void> {
    slots = isFresh(now) ? Math.min(slots * 2, MAX_SLOTS) : Math.max(slots / 2, MIN_SLOTS)
    const keys = Math.max(slots, count) * KEYS_IN_A_SLOT
    const floor = keyAt(now)
    // Read before the reservation, so that keys count as older than they are, never as younger.
    const askedFrom = elapsed()
    const row = await connection.transaction(({ db }) =>
      db
        .updateTable('key_reservation')
        .set((set) => ({
          next: set
            .case()
            .when('next', '>', floor)
            .then(set('next', '+', keys))
            .else(floor + keys)
            .end(),
        }))
        .returning('next')
        .executeTakeFirstOrThrow(),
    )
    next = row.next - keys
    end = row.next
    reservedAt = now.getTime()
    askedAt = askedFrom
  }

  return {
    async take(count, now) {
      if (count === 0) return noKey
      while (end - next < count * KEYS_IN_A_SLOT || !isFresh(now) || elapsed() - askedAt >= MAX_KEY_AGE_MS) {
        extending ??= extend(count, now).finally(() => {
          extending = null
        })
        await extending
      }
      let key = next
      const after = next + count * KEYS_IN_A_SLOT
      next = after
      const reservedFrom = askedAt
      return () => {
        if (elapsed() - reservedFrom >= MAX_KEY_AGE_MS) throw new Contended(new Error('the keys are too old'))
        if (key >= after) throw new Error('this write uses more keys than it reserved: raise maxKeys')
        key += KEYS_IN_A_SLOT
        return key - KEYS_IN_A_SLOT
      }
    },
  }
}

/** Returns the smallest key of an instant; rows created before it have smaller keys, within `FRESH_MS`. */
export function keyAt(instant: Date): number {
  return Math.max(0, instant.getTime() - EPOCH_MS) * KEYS_PER_MS
}

/** Returns the instant of a key; exact as long as no more than `KEYS_PER_MS` keys are used per millisecond. */
export function keyToDate(key: number): Date {
  return new Date(EPOCH_MS + Math.floor(key / KEYS_PER_MS))
}

/** Reserves one slot without using it: the smallest write that proves that the store can flush. */
export async function touchReservation(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('key_reservation')
    .set((row) => ({ next: row('next', '+', KEYS_IN_A_SLOT) }))
    .execute()
}

function noKey(): never {
  throw new Error('this write uses a key but reserved none: set keysAt')
}

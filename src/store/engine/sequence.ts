import type { Kysely } from 'kysely'
import { MINUTE } from '../../domain/time.ts'
import { type Connection, Contended } from './connection.ts'
import type { Schema } from './schema.ts'

/** The beginning of time for keys: 2026-01-01 UTC. */
const EPOCH_MS = 1_767_225_600_000
/** Keys in one millisecond: what is left of 53 bits lasts until 2095. */
const KEYS_PER_MS = 4096
/** Keys that belong together: a submission, and the jobs that come of it, on the keys behind its own. */
export const KEYS_IN_A_SLOT = 16
/** Slots reserved at once, the next time twice as many while they last less than `FRESH_MS`. */
const MIN_SLOTS = 512
const MAX_SLOTS = 8192
/** Keys are given out this long after they were reserved, so that keys of several nodes grow together. */
const FRESH_MS = 1000
/**
 * A transaction that began later than this after its keys were reserved, as when the process was held up, takes others:
 * `postgres-search.ts` waits longer for a key to be used.
 */
export const MAX_KEY_AGE_MS = MINUTE

export type Sequence = {
  /** Sets `count` keys aside for one transaction; the function hands them out. */
  take(count: number, now: Date): Promise<NextKey>
}

/**
 * The next key: larger than all this node gave out before, also in an earlier life. To be called in the transaction that
 * uses it, behind the answer to one of its statements.
 *
 * @throws Contended when the keys are too old: the same work gets others when run again
 */
export type NextKey = () => number

/**
 * Hands out the keys of rows: whole numbers that grow with time, so that inserts stay at the right edge of the tree
 * and rows of one time stand together. Never the same one twice on any node, even when a clock goes back: the end
 * of each reservation is on disk before its first key is given out. A crash leaves a gap and nothing else.
 *
 * @param elapsed milliseconds that no setting of a clock changes
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
    // Before the keys are reserved, so that they are taken for older than they are, and never for younger.
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
        if (key >= after) throw new Error('more keys were taken than set aside')
        key += KEYS_IN_A_SLOT
        return key - KEYS_IN_A_SLOT
      }
    },
  }
}

/** The smallest key of an instant; rows made before it have smaller ones, give or take the seconds of `FRESH_MS`. */
export function keyAt(instant: Date): number {
  return Math.max(0, instant.getTime() - EPOCH_MS) * KEYS_PER_MS
}

/** The instant that a key was made at, to the millisecond, while no more keys were made than time allows. */
export function keyToDate(key: number): Date {
  return new Date(EPOCH_MS + Math.floor(key / KEYS_PER_MS))
}

/** Sets one slot aside for nobody: the smallest write that proves that the store can flush. */
export async function touchReservation(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('key_reservation')
    .set((row) => ({ next: row('next', '+', KEYS_IN_A_SLOT) }))
    .execute()
}

function noKey(): never {
  throw new Error('a key was taken where none was set aside')
}

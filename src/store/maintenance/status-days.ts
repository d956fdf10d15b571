import type { Kysely } from 'kysely'
import { isUninterrupted, type StatusFact, type StatusRecord } from '../../domain/maintenance/status.ts'
import { DAY, MINUTE } from '../../domain/time.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'

/** Records of the status page: a row for each day and service. */
export type StatusDayStore = ReturnType<typeof createStatusDayStore>

export function createStatusDayStore({ reads, write }: { reads: Kysely<Schema>; write: QueueWrite }) {
  return {
    ...bindReads(reads, { list }),
    ...bindWrites(forInternalWork(write), { record, purge }),
  }
}

/**
 * Records that these services work in this minute. A minute counts once: of nodes that record the same one, and of a clock that
 * went back, only the first is counted.
 */
async function record(
  db: Kysely<Schema>,
  { facts, minute }: { facts: readonly StatusFact[]; minute: number },
): Promise<void> {
  const day = Math.floor((minute * MINUTE) / DAY)
  for (const fact of facts) {
    const newest = await db
      .selectFrom('status_days')
      .select(['last_minute', 'since_minute'])
      .where('fact', '=', fact)
      .where('day', 'in', [day, day - 1])
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
    const goesOn = newest !== undefined && isUninterrupted(newest.last_minute, minute)
    await db
      .insertInto('status_days')
      .values({
        day,
        fact,
        minutes: 1,
        first_minute: minute,
        last_minute: minute,
        since_minute: goesOn ? newest.since_minute : minute,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'fact'])
          .doUpdateSet((set) => ({
            minutes: set('status_days.minutes', '+', 1),
            last_minute: set.ref('excluded.last_minute'),
            since_minute: set.ref('excluded.since_minute'),
          }))
          .whereRef('status_days.last_minute', '<', 'excluded.last_minute'),
      )
      .execute()
  }
}

/** Lists the records since this day. */
async function list(db: Kysely<Schema>, firstDay: number): Promise<StatusRecord[]> {
  const rows = await db
    .selectFrom('status_days')
    .selectAll()
    .where('day', '>=', firstDay)
    .orderBy('day')
    .execute()
  return rows.map((row) => ({
    day: row.day,
    fact: row.fact,
    minutes: row.minutes,
    firstMinute: row.first_minute,
    lastMinute: row.last_minute,
    sinceMinute: row.since_minute,
  }))
}

/** Deletes the records of earlier days. */
async function purge(db: Kysely<Schema>, firstDay: number): Promise<void> {
  await db.deleteFrom('status_days').where('day', '<', firstDay).execute()
}

import type { Insertable, Kysely } from 'kysely'
import type { Routing } from '../contract/queue-store.ts'
import type { Schema } from '../engine/schema.ts'

/** A routing as a new row. */
export function newRouting(routing: Routing & { submissionKey: number }): Insertable<Schema['routings']> {
  return { key: routing.submissionKey, queue_id: routing.queueId, refusal: routing.refusal }
}

/** Where a submission was routed; null where nowhere. */
export async function findRouting(db: Kysely<Schema>, submissionKey: number): Promise<Routing | null> {
  const row = await db
    .selectFrom('routings')
    .select(['queue_id', 'refusal'])
    .where('key', '=', submissionKey)
    .executeTakeFirst()
  return row ? { queueId: row.queue_id, refusal: row.refusal } : null
}

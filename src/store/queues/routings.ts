import type { Insertable, Kysely } from 'kysely'
import type { Routing } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'

/** Builds the row of a new routing. */
export function newRouting(routing: Routing & { submissionKey: number }): Insertable<Schema['routings']> {
  return { key: routing.submissionKey, queue_id: routing.queueId, refusal: routing.refusal }
}

/** Finds the queue that a submission was routed to; null where it was not routed. */
export async function findRouting(db: Kysely<Schema>, submissionKey: number): Promise<Routing | null> {
  const row = await db
    .selectFrom('routings')
    .select(['queue_id', 'refusal'])
    .where('key', '=', submissionKey)
    .executeTakeFirst()
  return row ? { queueId: row.queue_id, refusal: row.refusal } : null
}

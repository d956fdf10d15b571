import type { ExpressionBuilder, Kysely } from 'kysely'
import { MAX_STORED_SPAM } from '../../domain/spam/spam-class.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import { deleteFilesOf } from '../files/deleted-files.ts'
import { deleteAllEvents } from '../telemetry/events.ts'
import { deleteWorkOf } from './work/work-rows.ts'

/** Maximum number of keys in one statement; SQLite takes up to 32,766 parameters. */
const MAX_ROWS_PER_STATEMENT = 1000
/** Maximum number of spam submissions that are deleted with one that arrives. */
const MAX_TRIMMED = 100

/** Deletes the oldest spam of one class beyond `MAX_STORED_SPAM`; submissions that the owner moved stay. */
export async function trimSpam(
  db: Kysely<Schema>,
  { endpointKey, spamClass }: { endpointKey: number; spamClass: string },
): Promise<void> {
  const surplus = await db
    .selectFrom('submissions')
    .select('key')
    .where('endpoint_key', '=', endpointKey)
    .where('spam_class', '=', spamClass)
    .where('moved_to', 'is', null)
    .orderBy('key', 'desc')
    .offset(MAX_STORED_SPAM)
    .limit(MAX_TRIMMED)
    .execute()
  if (surplus.length === 0) return
  const trimmed = await db
    .deleteFrom('submissions')
    .where(
      'key',
      'in',
      surplus.map((row) => row.key),
    )
    // The owner may just have moved one.
    .where('moved_to', 'is', null)
    .returning('key')
    .execute()
  if (trimmed.length === 0) return
  const keys = trimmed.map((row) => row.key)
  await deleteFilesOf(db, keys)
  // Those of the second tier had deliveries, which its verdict suppressed before they began.
  await db.deleteFrom('outbox').where(isDeliveryOf(keys)).execute()
}

/** Selects the deliveries of a few submissions. Their keys follow that of their submission, which finds them without an index. */
export function isDeliveryOf(keys: readonly number[]) {
  return (where: ExpressionBuilder<Schema, 'outbox'>) =>
    where.and([
      where('submission_key', 'in', keys),
      where.or(
        keys.map((key) => where.and([where('key', '>=', key), where('key', '<', key + KEYS_IN_A_SLOT)])),
      ),
    ])
}

/** Deletes all data of an endpoint, including unsent emails and their attempts. */
export async function purgeEndpoint(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  while ((await deleteAllEvents(db, endpointKey)).more);
  for (;;) {
    const rows = await db
      .selectFrom('submissions_by_endpoint')
      .select('key')
      .where('endpoint_key', '=', endpointKey)
      .orderBy('key')
      .limit(MAX_ROWS_PER_STATEMENT)
      .execute()
    await deleteSubmissions(
      db,
      rows.map((row) => row.key),
    )
    if (rows.length < MAX_ROWS_PER_STATEMENT) return
  }
}

/** Deletes submissions with their deliveries, whose keys follow that of their submission, and their routings. */
export async function deleteSubmissions(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  const deliveries = await db
    .selectFrom('outbox')
    .innerJoin('submissions', (join) =>
      join.on((on) =>
        on.and([
          on('outbox.key', '>=', on.ref('submissions.key')),
          on('outbox.key', '<', on('submissions.key', '+', KEYS_IN_A_SLOT)),
        ]),
      ),
    )
    .select('outbox.key')
    .where('submissions.key', 'in', keys)
    .execute()
  if (deliveries.length > 0) {
    const deliveryKeys = deliveries.map((delivery) => delivery.key)
    await db.deleteFrom('attempts').where('delivery_key', 'in', deliveryKeys).execute()
    await db.deleteFrom('claim_emails').where('delivery_key', 'in', deliveryKeys).execute()
    await db.deleteFrom('outbox').where('key', 'in', deliveryKeys).execute()
  }
  await deleteFilesOf(db, keys)
  await db.deleteFrom('routings').where('key', 'in', keys).execute()
  await db.deleteFrom('judgements').where('submission_key', 'in', keys).execute()
  await db.deleteFrom('spam_lessons').where('submission_key', 'in', keys).execute()
  await deleteWorkOf(db, keys)
  await db.deleteFrom('submissions').where('key', 'in', keys).execute()
}

import type { ExpressionBuilder, Kysely } from 'kysely'
import { MAX_NAMED_IN_DIGEST } from '../../domain/outbox/email-rhythm.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import type { DeliveryOutcome, GatheredSubmissions } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import { RELEASED } from './new-delivery.ts'

/**
 * Selects deliveries whose submission still exists, is not in the spam folder, and was neither withdrawn nor moved to the trash
 * after they were queued.
 */
export function isWanted(where: ExpressionBuilder<Schema, 'outbox'>) {
  return where.exists(
    where
      .selectFrom('submissions')
      .select('submissions.key')
      .whereRef('submissions.key', '=', 'outbox.submission_key')
      .where('submissions.withdrawn_at', 'is', null)
      .where((one) =>
        one.or([
          one('submissions.moved_to', '!=', 'spam'),
          one.and([one('submissions.moved_to', 'is', null), one('submissions.spam_reasons', 'is', null)]),
        ]),
      )
      .where((one) =>
        one.or([
          one('submissions.trashed_at', 'is', null),
          one('submissions.trashed_at', '<', one.ref('outbox.created_at')),
        ]),
      ),
  )
}

/**
 * Loads the submissions of a digest. The deliveries of those that are no longer wanted are suppressed, in the transaction that
 * begins the attempt.
 */
export async function loadGathered(
  db: Kysely<Schema>,
  { digestKey, now }: { digestKey: number; now: Date },
): Promise<GatheredSubmissions> {
  await db
    .updateTable('outbox')
    .set({ held_at: null, settled_at: now.getTime(), outcome: 'suppressed' })
    .where('digest_key', '=', digestKey)
    .where('settled_at', 'is', null)
    .where((where) => where.not(isWanted(where)))
    .execute()
  const { count } = await db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('digest_key', '=', digestKey)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('submissions', 'submissions.key', 'outbox.submission_key')
    .select(['submissions.key', 'submissions.received_at', 'submissions.fields', 'submissions.file_count'])
    .where('outbox.digest_key', '=', digestKey)
    .where('outbox.settled_at', 'is', null)
    .orderBy('outbox.key', 'desc')
    .limit(MAX_NAMED_IN_DIGEST)
    .execute()
  const named = rows.reverse().map((row) => ({
    key: row.key,
    receivedAt: new Date(row.received_at),
    fields: parseStoredFields(row.fields),
    fileCount: row.file_count ?? 0,
  }))
  return { count: Number(count), named }
}

/** Settles the deliveries in digests that have ended, with the outcome of their digest. */
export async function settleGathered(
  db: Kysely<Schema>,
  ended: readonly { digestKey: number; outcome: DeliveryOutcome; now: Date }[],
): Promise<void> {
  for (const { digestKey, outcome, now } of ended) {
    await db
      .updateTable('outbox')
      .set({ ...RELEASED, held_at: null, due_at: null, settled_at: now.getTime(), outcome })
      .where('digest_key', '=', digestKey)
      .where('settled_at', 'is', null)
      .execute()
  }
}

/** Settles the deliveries in digests that are deleted, because nothing else would. */
export async function expireGathered(db: Kysely<Schema>, digestKeys: readonly number[]): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      held_at: null,
      settled_at: (select) =>
        select.selectFrom('notices').select('expires_at').whereRef('notices.key', '=', 'outbox.digest_key'),
      outcome: 'expired',
    })
    .where('digest_key', 'in', digestKeys)
    .where('settled_at', 'is', null)
    .execute()
}

import type { ExpressionBuilder, ExpressionWrapper, Kysely, SqlBool } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Suppresses a mailbox, for one more cause: see `Schema.suppressions`. Repeatable. */
export async function recordSuppression(
  db: Kysely<Schema>,
  request: { mailboxKey: string; cause: string; now: Date },
): Promise<void> {
  const { mailboxKey: mailbox_key, cause, now } = request
  // The row that senders lock.
  await db
    .insertInto('mailboxes')
    .values({ mailbox_key })
    .onConflict((conflict) => conflict.column('mailbox_key').doNothing())
    .execute()
  await db
    .insertInto('suppressions')
    .values({ mailbox_key, cause, suppressed_at: now.getTime() })
    .onConflict((conflict) => conflict.columns(['mailbox_key', 'cause']).doNothing())
    .execute()
}

/** Lifts the suppression that one cause made: others stay. */
export async function liftOneSuppression(
  db: Kysely<Schema>,
  request: { mailboxKey: string; cause: string },
): Promise<void> {
  await db
    .deleteFrom('suppressions')
    .where('mailbox_key', '=', request.mailboxKey)
    .where('cause', '=', request.cause)
    .execute()
}

/** Lifts a suppression, whatever caused it, and a refusal of confirmation emails. Returns false when there was neither. */
export async function deleteSuppression(db: Kysely<Schema>, mailboxKey: string): Promise<boolean> {
  const lifted = await db.deleteFrom('suppressions').where('mailbox_key', '=', mailboxKey).executeTakeFirst()
  const allowed = await db
    .updateTable('mailboxes')
    .set({ confirmations_refused_at: null })
    .where('mailbox_key', '=', mailboxKey)
    .where('confirmations_refused_at', 'is not', null)
    .executeTakeFirst()
  return lifted.numDeletedRows + allowed.numUpdatedRows > 0n
}

/** Returns the condition that a mailbox has a cause of suppression. */
export function isSuppressed(
  where: ExpressionBuilder<Schema, 'mailboxes'>,
): ExpressionWrapper<Schema, 'mailboxes', SqlBool> {
  return where.exists(
    where
      .selectFrom('suppressions')
      .select('suppressions.cause')
      .whereRef('suppressions.mailbox_key', '=', 'mailboxes.mailbox_key'),
  )
}

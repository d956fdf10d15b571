import type { Kysely } from 'kysely'
import { getSpamClass } from '../../domain/spam/spam-class.ts'
import type { FinalVerdict } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT } from '../engine/sequence.ts'
import { RELEASED } from '../outbox/new-delivery.ts'

/** A verdict that ends the judgement of a submission. */
export type SavedVerdict = { submissionKey: number; verdict: FinalVerdict; now: Date }

/**
 * Ends the judgement of a submission: its deliveries are due now, or, where it was found to be spam, are not sent and the
 * submission is in the spam folder.
 */
export async function saveVerdict(
  db: Kysely<Schema>,
  { submissionKey, verdict, now }: SavedVerdict,
): Promise<void> {
  await db.deleteFrom('judgements').where('submission_key', '=', submissionKey).execute()
  const at = now.getTime()
  const submission = db.updateTable('submissions').where('key', '=', submissionKey)
  const waiting = db
    .updateTable('outbox')
    .where('key', '>=', submissionKey)
    .where('key', '<', submissionKey + KEYS_IN_A_SLOT)
    .where('submission_key', '=', submissionKey)
    .where('settled_at', 'is', null)
  switch (verdict.kind) {
    case 'real':
      await waiting.where('held_at', 'is', null).set({ due_at: at }).execute()
      return
    case 'unjudged':
      await waiting.where('held_at', 'is', null).set({ due_at: at }).execute()
      await submission.set({ unjudged_at: at }).execute()
      return
    case 'spam':
      await waiting
        .set({ ...RELEASED, held_at: null, due_at: null, settled_at: at, outcome: 'suppressed' })
        .execute()
      await submission
        .set({ spam_reasons: JSON.stringify(verdict.reasons), spam_class: getSpamClass(verdict.reasons) })
        .execute()
  }
}

/** Returns the times until which these submissions wait for their verdicts; those that do not wait are absent. */
export async function findOpenJudgements(
  db: Kysely<Schema>,
  submissionKeys: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const rows = await db
    .selectFrom('judgements')
    .select(['submission_key', 'due_at'])
    .where('submission_key', 'in', submissionKeys)
    .execute()
  return new Map(rows.map((row) => [row.submission_key, new Date(row.due_at)]))
}

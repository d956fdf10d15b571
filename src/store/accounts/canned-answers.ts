import type { Kysely } from 'kysely'
import type { CannedAnswer } from '../../domain/accounts/canned-answer.ts'
import type { Schema } from '../engine/schema.ts'

/** Lists the canned answers of an account, in the order of their owner. */
export async function listCannedAnswers(db: Kysely<Schema>, accountKey: number): Promise<CannedAnswer[]> {
  const row = await db
    .selectFrom('accounts')
    .select('canned_answers')
    .where('key', '=', accountKey)
    .executeTakeFirst()
  // Written by `setCannedAnswers`.
  return row?.canned_answers ? (JSON.parse(row.canned_answers) as CannedAnswer[]) : []
}

/** Replaces the canned answers of an account. Returns false for an account that is gone. */
export async function setCannedAnswers(
  db: Kysely<Schema>,
  { accountKey, answers }: { accountKey: number; answers: readonly CannedAnswer[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ canned_answers: answers.length === 0 ? null : JSON.stringify(answers) })
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

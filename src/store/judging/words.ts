import { type Kysely, sql } from 'kysely'
import { type Lesson, MAX_STORED_WORDS, toLessonCounts } from '../../domain/spam/words/lesson.ts'
import type { LessonCounts } from '../../domain/spam/words/word-score.ts'
import type { Schema } from '../engine/schema.ts'

/** Words in one statement. */
const BATCH_WORDS = 500
/** Words that are left when there were more than `MAX_STORED_WORDS`, so that not each lesson has to make room. */
const WORDS_AFTER_TRIM = 0.9 * MAX_STORED_WORDS

/** Returns the counts of those of these words that the account taught. */
export async function countWords(
  db: Kysely<Schema>,
  accountKey: number,
  hashes: readonly string[],
): Promise<LessonCounts[]> {
  const counts: LessonCounts[] = []
  for (const batch of toBatches(hashes)) {
    const rows = await db
      .selectFrom('spam_tokens')
      .select(['ham', 'spam'])
      .where('account_key', '=', accountKey)
      .where('token_hash', 'in', batch)
      .execute()
    for (const { ham, spam } of rows) counts.push({ ham, spam })
  }
  return counts
}

type Words = { accountKey: number; lesson: Lesson; hashes: readonly string[] }

/** Adds a lesson to the words of an account, and deletes its rarest words when there are too many. */
export async function learnWords(db: Kysely<Schema>, { accountKey, lesson, hashes }: Words): Promise<void> {
  const counts = toLessonCounts(lesson)
  for (const batch of toBatches(hashes)) {
    await db
      .insertInto('spam_tokens')
      .values(batch.map((hash) => ({ account_key: accountKey, token_hash: hash, ...counts })))
      .onConflict((conflict) =>
        conflict.columns(['account_key', 'token_hash']).doUpdateSet({
          ham: sql`spam_tokens.ham + ${counts.ham}`,
          spam: sql`spam_tokens.spam + ${counts.spam}`,
        }),
      )
      .execute()
  }
  await trimWords(db, accountKey)
}

/** Takes a lesson back. Words that were deleted as too rare meanwhile are gone already. */
export async function unlearnWords(db: Kysely<Schema>, { accountKey, lesson, hashes }: Words): Promise<void> {
  const counts = toLessonCounts(lesson)
  const kind = counts.spam > 0 ? 'spam' : 'ham'
  for (const batch of toBatches(hashes)) {
    await db
      .updateTable('spam_tokens')
      .set({ [kind]: sql`${sql.ref(kind)} - ${counts[kind]}` })
      .where('account_key', '=', accountKey)
      .where('token_hash', 'in', batch)
      .where(kind, '>=', counts[kind])
      .execute()
    await db
      .deleteFrom('spam_tokens')
      .where('account_key', '=', accountKey)
      .where('token_hash', 'in', batch)
      .where('ham', '=', 0)
      .where('spam', '=', 0)
      .execute()
  }
}

/** Deletes the rarest words of an account that has too many. */
async function trimWords(db: Kysely<Schema>, accountKey: number): Promise<void> {
  const { count } = await db
    .selectFrom('spam_tokens')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_key', '=', accountKey)
    .executeTakeFirstOrThrow()
  if (count <= MAX_STORED_WORDS) return
  await db
    .deleteFrom('spam_tokens')
    .where('account_key', '=', accountKey)
    .where('token_hash', 'in', (select) =>
      select
        .selectFrom('spam_tokens')
        .select('token_hash')
        .where('account_key', '=', accountKey)
        .orderBy(sql`ham + spam`)
        .orderBy('token_hash')
        .limit(count - WORDS_AFTER_TRIM),
    )
    .execute()
}

function* toBatches(hashes: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < hashes.length; at += BATCH_WORDS) yield hashes.slice(at, at + BATCH_WORDS)
}

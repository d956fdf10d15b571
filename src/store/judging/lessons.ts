import type { Kysely } from 'kysely'
import { forgetScript, rememberScript } from '../../domain/spam/scripts.ts'
import {
  decideScriptChange,
  type Lesson,
  type LessonChange,
  toLessonCounts,
} from '../../domain/spam/words/lesson.ts'
import { type Field, parseStoredFields } from '../../domain/submissions/fields.ts'
import { type By, recordAudit } from '../accounts/audit.ts'
import { lockOpenAccount } from '../accounts/lock-account.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { learnWords, unlearnWords } from './words.ts'

export type NewLesson = LessonChange & {
  submissionKey: number
  endpointId: string
  receivedAt: Date
  accountKey: number
  fields: readonly Field[]
}

/** Lists lessons to learn that are due, the oldest first. */
export async function listNewLessons(
  db: Kysely<Schema>,
  { now, limit }: { now: Date; limit: number },
): Promise<NewLesson[]> {
  const rows = await db
    .selectFrom('spam_lessons')
    .innerJoin('submissions', 'submissions.key', 'spam_lessons.submission_key')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .selectAll('spam_lessons')
    .select([
      'submissions.fields',
      'submissions.received_at',
      'submissions.spam_reasons',
      'submissions.import_hash',
    ])
    .select('endpoints.id')
    .where('given_at', '<=', now.getTime())
    // A likely one says nothing about what turned out to be spam meanwhile.
    .where((where) =>
      where.or([
        where('given', '!=', 'likely_ham'),
        where('given', 'is', null),
        where('spam_reasons', 'is', null),
      ]),
    )
    .orderBy('given_at')
    .orderBy('submission_key')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    submissionKey: row.submission_key,
    endpointId: row.id,
    receivedAt: new Date(row.received_at),
    accountKey: row.account_key,
    given: row.given,
    learned: row.learned,
    verdict: toVerdict(row),
    fields: parseStoredFields(row.fields),
  }))
}

function toVerdict(row: { spam_reasons: string | null; import_hash: string | null }): Lesson | null {
  if (row.import_hash !== null) return null
  return row.spam_reasons === null ? 'ham' : 'spam'
}

/** Records the lessons that the owner gave by moving these submissions; null takes a lesson back. */
export async function recordLessons(
  db: Kysely<Schema>,
  request: { accountKey: number; lessons: ReadonlyMap<number, Lesson | null>; now: Date },
): Promise<void> {
  const { accountKey, lessons } = request
  const keys = [...lessons.keys()]
  if (keys.length === 0) return
  const now = request.now.getTime()
  const known = await db
    .selectFrom('spam_lessons')
    .selectAll()
    .where('submission_key', 'in', keys)
    .forUpdate()
    .execute()
  const learned = new Map(known.map((row) => [row.submission_key, row.learned]))
  await db
    .deleteFrom('spam_lessons')
    .where('submission_key', 'in', [...learned.keys(), 0])
    .execute()
  const rows = [...lessons].flatMap(([key, given]) => {
    const before = learned.get(key) ?? null
    if (given === null && before === null) return []
    return [
      {
        submission_key: key,
        account_key: accountKey,
        given,
        learned: before,
        given_at: given === before ? null : now,
      },
    ]
  })
  if (rows.length > 0) await db.insertInto('spam_lessons').values(rows).execute()
}

/**
 * Records that these submissions are likely to be real, unless a lesson of them was given before. A likely one that is not
 * learned yet is learned at the earlier time.
 *
 * @param request.learnAt time at which it is learned, if they are in the inbox until then
 */
export async function recordLikelyReal(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[]; learnAt: Date },
): Promise<void> {
  if (request.keys.length === 0) return
  const given_at = request.learnAt.getTime()
  const rows = request.keys.map((key) => ({
    submission_key: key,
    account_key: request.accountKey,
    given: 'likely_ham' as const,
    learned: null,
    given_at,
  }))
  await db
    .insertInto('spam_lessons')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('submission_key')
        .doUpdateSet({ given_at })
        .where('spam_lessons.given', '=', 'likely_ham')
        .where('spam_lessons.given_at', '>', given_at),
    )
    .execute()
}

/** Takes back that these submissions are likely to be real, where that is not learned yet: deleting teaches nothing. */
export async function cancelLikelyReal(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  await db
    .deleteFrom('spam_lessons')
    .where('submission_key', 'in', keys)
    .where('given', '=', 'likely_ham')
    .where('learned', 'is', null)
    .execute()
}

/**
 * Learns a lesson, or takes one back. Does nothing when another node has, or when the owner has changed their mind
 * meanwhile. Returns true when it was learned.
 *
 * @param request.hashes hashes of the words of the submission
 * @param request.script letter of its script
 */
export async function learn(
  db: Kysely<Schema>,
  { lesson, hashes, script }: { lesson: NewLesson; hashes: readonly string[]; script: string },
): Promise<boolean> {
  const { submissionKey, accountKey, given, learned } = lesson
  const scripts = await lockScripts(db, lesson)
  // Before its words, so that two nodes cannot deadlock: all words of an account are under this lock.
  const isOpen = await lockOpenAccount(db, accountKey)
  const row = await db
    .selectFrom('spam_lessons')
    .select(['given', 'learned'])
    .where('submission_key', '=', submissionKey)
    .where('given_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!isOpen || !row || row.given !== given || row.learned !== learned) return false
  if (learned) await unlearnWords(db, { accountKey, lesson: learned, hashes })
  if (given) await learnWords(db, { accountKey, lesson: given, hashes })
  const [added, removed] = [toLessonCounts(given), toLessonCounts(learned)]
  await db
    .updateTable('accounts')
    .set((account) => ({
      ham_lessons: account('ham_lessons', '+', added.ham - removed.ham),
      spam_lessons: account('spam_lessons', '+', added.spam - removed.spam),
    }))
    .where('key', '=', accountKey)
    .execute()
  const settled = { learned: given, given_at: null }
  await (given === null
    ? db.deleteFrom('spam_lessons').where('submission_key', '=', submissionKey).execute()
    : db.updateTable('spam_lessons').set(settled).where('submission_key', '=', submissionKey).execute())
  if (scripts) {
    const change = scripts.change === 'remember' ? rememberScript : forgetScript
    await db
      .updateTable('endpoints')
      .set({ recent_scripts: change(scripts.remembered, script) })
      .where('id', '=', lesson.endpointId)
      .execute()
  }
  return true
}

/** Locks the form whose scripts a lesson changes, before the account, as all transactions do; null where it changes none. */
async function lockScripts(
  db: Kysely<Schema>,
  lesson: NewLesson,
): Promise<{ change: 'remember' | 'forget'; remembered: string } | null> {
  const change = decideScriptChange(lesson)
  if (change === null) return null
  const form = await db
    .selectFrom('endpoints')
    .select('recent_scripts')
    .where('id', '=', lesson.endpointId)
    .forUpdate()
    .executeTakeFirst()
  return form ? { change, remembered: form.recent_scripts } : null
}

/** Forgets what an account taught, also what is not learned yet, and records it. Does nothing where it taught nothing. */
export async function forgetAndRecord(
  context: WriteContext,
  { accountKey, by, now }: { accountKey: number } & By,
): Promise<void> {
  const { db } = context
  // All words of an account are under this lock.
  const isOpen = await lockOpenAccount(db, accountKey)
  if (!isOpen || (await forgetLessons(db, accountKey)) === 0) return
  await db
    .updateTable('accounts')
    .set({ ham_lessons: 0, spam_lessons: 0 })
    .where('key', '=', accountKey)
    .execute()
  const action = 'learned_words_deleted'
  await recordAudit(context, { accountKey, by, now, action, subject: null, detail: null })
}

/** Deletes everything that an account taught. Returns the number of deleted rows. */
export async function forgetLessons(db: Kysely<Schema>, accountKey: number): Promise<number> {
  const deleted = [
    await db.deleteFrom('spam_tokens').where('account_key', '=', accountKey).executeTakeFirst(),
    await db.deleteFrom('spam_lessons').where('account_key', '=', accountKey).executeTakeFirst(),
  ]
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

import type { Kysely } from 'kysely'
import { IDEMPOTENCY_HOURS, type OnceKey } from '../../domain/idempotency-key.ts'
import { HOUR } from '../../domain/time.ts'
import type { Once } from '../contract/store.ts'
import type { Schema } from './schema.ts'

/** Rows that go in one statement. */
const DELETED_AT_ONCE = 500

type NewAnswer = { once: OnceKey; answer: unknown; now: Date }

export type RememberedAnswers = {
  /** What an earlier request with this key was answered, if that was within 24 hours; null when it is new. */
  recall(once: OnceKey | null, now: Date): Once<unknown> | null
  /** Remembers an answer; saved with the transaction. */
  remember(answer: NewAnswer): void
  /** The rows to save, once what they replace has been deleted. */
  rows(): Promise<Schema['remembered_answers'][]>
}

/**
 * Loads the answers remembered under these keys, for one transaction. A key that another node remembers at the same
 * time makes saving fail: then the whole transaction is run again, and finds that node's answer.
 */
export async function openRememberedAnswers(
  db: Kysely<Schema>,
  onces: readonly (OnceKey | null)[],
): Promise<RememberedAnswers> {
  const keys = onces.flatMap((once) => (once ? [once.key] : []))
  const rows =
    keys.length === 0
      ? []
      : await db.selectFrom('remembered_answers').selectAll().where('key', 'in', keys).execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  const fresh: Schema['remembered_answers'][] = []
  const replaced: string[] = []
  return {
    recall(once, now) {
      const row = once && known.get(once.key)
      if (!row || now.getTime() - row.remembered_at >= IDEMPOTENCY_HOURS * HOUR) return null
      if (row.fingerprint !== once.fingerprint) return { kind: 'key_reused' }
      return { kind: 'replayed', answer: JSON.parse(row.answer) }
    },
    remember({ once, answer, now }) {
      if (known.has(once.key)) replaced.push(once.key)
      const row = { ...once, answer: JSON.stringify(answer), remembered_at: now.getTime() }
      known.set(once.key, row)
      fresh.push(row)
    },
    async rows() {
      if (replaced.length > 0) {
        await db.deleteFrom('remembered_answers').where('key', 'in', replaced).execute()
      }
      return fresh
    },
  }
}

/** Forgets a batch of the answers remembered before then. Returns how many. */
export async function deleteRememberedAnswers(db: Kysely<Schema>, before: Date): Promise<number> {
  const gone = await db
    .deleteFrom('remembered_answers')
    .where('key', 'in', (select) =>
      select
        .selectFrom('remembered_answers')
        .select('key')
        .where('remembered_at', '<=', before.getTime())
        .orderBy('remembered_at')
        .limit(DELETED_AT_ONCE),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

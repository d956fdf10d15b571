import type { Kysely } from 'kysely'
import { IDEMPOTENCY_HOURS, type IdempotencyKey } from '../../domain/idempotency-key.ts'
import { HOUR } from '../../domain/time.ts'
import type { IdempotentResult } from '../contract/changes.ts'
import type { Schema } from './schema.ts'

/** Rows that go in one statement. */
const DELETED_AT_ONCE = 500

type NewAnswer = { idempotencyKey: IdempotencyKey; answer: unknown; now: Date }

export type IdempotentResults = {
  /** What an earlier request with this key was answered, if that was within 24 hours; null when it is new. */
  recall(idempotencyKey: IdempotencyKey | null, now: Date): IdempotentResult<unknown> | null
  /** Remembers an answer; saved with the transaction. */
  remember(answer: NewAnswer): void
  /** The rows to save, once what they replace has been deleted. */
  rows(): Promise<Schema['idempotent_results'][]>
}

/**
 * Loads the answers remembered under these keys, for one transaction. A key that another node remembers at the same
 * time makes saving fail: then the whole transaction is run again, and finds that node's answer.
 */
export async function openIdempotentResults(
  db: Kysely<Schema>,
  onces: readonly (IdempotencyKey | null)[],
): Promise<IdempotentResults> {
  const keys = onces.flatMap((idempotencyKey) => (idempotencyKey ? [idempotencyKey.key] : []))
  const rows =
    keys.length === 0
      ? []
      : await db.selectFrom('idempotent_results').selectAll().where('key', 'in', keys).execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  const fresh: Schema['idempotent_results'][] = []
  const replaced: string[] = []
  return {
    recall(idempotencyKey, now) {
      const row = idempotencyKey && known.get(idempotencyKey.key)
      if (!row || now.getTime() - row.created_at >= IDEMPOTENCY_HOURS * HOUR) return null
      if (row.fingerprint !== idempotencyKey.fingerprint) return { kind: 'key_reused' }
      return { kind: 'replayed', answer: JSON.parse(row.result) }
    },
    remember({ idempotencyKey, answer, now }) {
      if (known.has(idempotencyKey.key)) replaced.push(idempotencyKey.key)
      const row = { ...idempotencyKey, result: JSON.stringify(answer), created_at: now.getTime() }
      known.set(idempotencyKey.key, row)
      fresh.push(row)
    },
    async rows() {
      if (replaced.length > 0) {
        await db.deleteFrom('idempotent_results').where('key', 'in', replaced).execute()
      }
      return fresh
    },
  }
}

/** Forgets a batch of the answers remembered before then. Returns how many. */
export async function deleteIdempotentResults(db: Kysely<Schema>, before: Date): Promise<number> {
  const gone = await db
    .deleteFrom('idempotent_results')
    .where('key', 'in', (select) =>
      select
        .selectFrom('idempotent_results')
        .select('key')
        .where('created_at', '<=', before.getTime())
        .orderBy('created_at')
        .limit(DELETED_AT_ONCE),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

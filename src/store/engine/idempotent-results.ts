import type { Kysely } from 'kysely'
import { IDEMPOTENCY_HOURS, type IdempotencyKey } from '../../domain/idempotency-key.ts'
import { HOUR } from '../../domain/time.ts'
import type { IdempotentResult } from '../contract/changes.ts'
import type { Schema } from './schema.ts'

/** Rows deleted by one statement. */
const MAX_ROWS_PER_DELETE = 500

export type IdempotentResults = {
  /** Returns the result of an earlier request with this key within 24 hours, or null when there was none. */
  find(idempotencyKey: IdempotencyKey | null, now: Date): IdempotentResult<unknown> | null
  /** Stores an answer; its row is saved with the transaction. */
  remember(result: { idempotencyKey: IdempotencyKey; answer: unknown; now: Date }): void
  /** Returns the rows to save, once the outdated ones that they replace have been deleted. */
  rows(): Promise<Schema['idempotent_results'][]>
}

/**
 * Loads the results stored under these keys, for one transaction. A key that another node stores at the same time
 * makes saving fail: the whole transaction is then run again, and finds that node's result.
 */
export async function loadIdempotentResults(
  db: Kysely<Schema>,
  idempotencyKeys: readonly IdempotencyKey[],
): Promise<IdempotentResults> {
  const keys = idempotencyKeys.map(({ key }) => key)
  const rows = await db.selectFrom('idempotent_results').selectAll().where('key', 'in', keys).execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  const fresh: Schema['idempotent_results'][] = []
  const replaced: string[] = []
  return {
    find(idempotencyKey, now) {
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

/** Deletes a batch of the results stored before then. Returns their number. */
export async function deleteIdempotentResults(db: Kysely<Schema>, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('idempotent_results')
    .where('key', 'in', (select) =>
      select
        .selectFrom('idempotent_results')
        .select('key')
        .where('created_at', '<=', before.getTime())
        .orderBy('created_at')
        .limit(MAX_ROWS_PER_DELETE),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

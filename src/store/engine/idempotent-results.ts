import type { Kysely } from 'kysely'
import { IDEMPOTENCY_HOURS, type IdempotencyKey } from '../../domain/idempotency-key.ts'
import { HOUR } from '../../domain/time.ts'
import type { IdempotentResult } from '../contract/changes.ts'
import type { Schema } from './schema.ts'

/** Rows deleted by one statement. */
const MAX_ROWS_PER_DELETE = 500

export type IdempotentResults = {
  /**
   * Returns the result of an earlier request with this key within 24 hours, or null when there was none. Records that the
   * caller has used the key.
   */
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
  const keys = idempotencyKeys.flatMap(({ key, sharedKey }) => (sharedKey ? [key, sharedKey] : [key]))
  const rows = await db.selectFrom('idempotent_results').selectAll().where('key', 'in', keys).execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  const fresh: Schema['idempotent_results'][] = []
  const replaced: string[] = []

  function findUnexpired(key: string, now: Date): Schema['idempotent_results'] | null {
    const row = known.get(key)
    return row && now.getTime() - row.created_at < IDEMPOTENCY_HOURS * HOUR ? row : null
  }

  function save(row: Schema['idempotent_results']): void {
    if (known.has(row.key)) replaced.push(row.key)
    known.set(row.key, row)
    fresh.push(row)
  }

  return {
    find(idempotencyKey, now) {
      if (!idempotencyKey) return null
      const { key, fingerprint, sharedKey } = idempotencyKey
      const own = findUnexpired(key, now)
      const shared = sharedKey === undefined ? null : findUnexpired(sharedKey, now)
      // A caller to whom a result is replayed has used the key as well, and is refused another body from now on.
      if (shared && !own) save({ ...shared, key })
      if (shared) return { kind: 'replayed', answer: JSON.parse(shared.result) }
      if (!own) return null
      if (own.fingerprint !== fingerprint) return { kind: 'key_reused' }
      return { kind: 'replayed', answer: JSON.parse(own.result) }
    },
    remember({ idempotencyKey: { key, sharedKey, fingerprint }, answer, now }) {
      const row = { fingerprint, result: JSON.stringify(answer), created_at: now.getTime() }
      save({ ...row, key })
      if (sharedKey !== undefined) save({ ...row, key: sharedKey })
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

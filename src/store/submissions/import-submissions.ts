import { type AuditRequest, recordAudit } from '../accounts/audit.ts'
import { lockEndpoints } from '../endpoints/endpoints.ts'
import type { WriteContext } from '../engine/write-queue.ts'

/** A submission that another service received. */
export type ImportedSubmission = {
  /** Its fields as `stringifyFields` writes them. */
  text: string
  /** Null when its file does not say. */
  sentAt: Date | null
  /** Hash of its content: an endpoint holds one import of each. */
  hash: string
}

export type ImportRequest = {
  accountKey: number
  endpointId: string
  rows: readonly ImportedSubmission[]
  /** Maximum number of imported submissions that the endpoint holds. */
  maxStored: number
  /** Entry in the audit log, made if anything is imported; null for none. */
  audit: Pick<AuditRequest, 'by' | 'detail'> | null
  now: Date
}

/**
 * `count`: number of those that were new. `full`: nothing was imported, because the endpoint would hold too many. `encrypted`:
 * because it must not store them as they are.
 */
export type ImportOutcome =
  | { kind: 'imported'; count: number }
  | { kind: 'full' }
  | { kind: 'encrypted' }
  | { kind: 'unknown' }

/**
 * Inserts those of these submissions that the endpoint does not have yet, in their order, read and in the archive. Their
 * time here is that of the import: keys, lists and retention depend on it.
 */
export async function importSubmissions(
  { db, nextKey }: WriteContext,
  { accountKey, endpointId, rows, maxStored, audit, now }: ImportRequest,
): Promise<ImportOutcome> {
  const stored = (await lockEndpoints(db, [endpointId])).get(endpointId)
  if (!stored || stored.accountKey !== accountKey) return { kind: 'unknown' }
  if (stored.endpoint.settings.store === 'encrypted') return { kind: 'encrypted' }
  const endpointKey = stored.key
  const imported = db
    .selectFrom('submissions')
    .where('endpoint_key', '=', endpointKey)
    .where('import_hash', 'is not', null)
  const known = await imported
    .select('import_hash')
    .where(
      'import_hash',
      'in',
      rows.map(({ hash }) => hash),
    )
    .execute()
  const hashes = new Set(known.map((row) => row.import_hash))
  const fresh = rows.filter(({ hash }) => {
    const isNew = !hashes.has(hash)
    hashes.add(hash)
    return isNew
  })
  if (fresh.length === 0) return { kind: 'imported', count: 0 }
  const { count } = await imported
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) + fresh.length > maxStored) return { kind: 'full' }

  const at = now.getTime()
  const inserted = fresh.map(({ text, sentAt, hash }) => ({
    key: nextKey(),
    endpoint_key: endpointKey,
    received_at: at,
    fields: text,
    spam_reasons: null,
    moved_to: 'archive' as const,
    read_at: at,
    sent_at: sentAt?.getTime() ?? null,
    import_hash: hash,
  }))
  await db.insertInto('submissions').values(inserted).execute()
  const newestKey = inserted.at(-1)?.key ?? 0
  await db
    .updateTable('endpoints')
    .set({ newest_key: newestKey })
    .where('key', '=', endpointKey)
    .where('newest_key', '<', newestKey)
    .execute()
  if (audit) {
    await recordAudit(
      { db, nextKey },
      { ...audit, accountKey, action: 'submissions_imported', subject: endpointId, now },
    )
  }
  return { kind: 'imported', count: fresh.length }
}

import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { MAX_COUNTED_NEW } from '../../domain/devices/notification.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { type Field, parseStoredFields } from '../../domain/submissions/fields.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'

/** Maximum number of forms of an account that are read at a time. */
const MAX_FORMS = 500

/** Unread submissions of a form that are new for a device. */
export type StoredFormNews = {
  endpoint: EndpointFacts
  /** Those since `since`, at most `MAX_COUNTED_NEW`; at least one of them was not told. */
  count: number
  /** `fields`: null where content must not leave the account unencrypted. */
  newest: { key: number; fields: readonly Field[] | null }
}

/** `toldKey`: submissions up to this key are told with it. `isWaiting`: others came that cannot be told yet. */
export type StoredNews = { forms: readonly StoredFormNews[]; toldKey: number; isWaiting: boolean }

/**
 * Loads what is new for a device: unread submissions in the inbox that are judged, by form, those with the newest first.
 *
 * @param request.settledAt submissions that arrived later are not read: on several nodes, an earlier one may still be on its way
 * @param request.since unread submissions from then on count, those that were told included
 */
export async function loadNews(
  { db, folders }: { db: Kysely<Schema>; folders: FolderStatements },
  request: {
    accountKey: number
    formIds: readonly string[] | null
    toldKey: number
    settledAt: Date
    since: Date
  },
): Promise<StoredNews> {
  const { accountKey, formIds, toldKey } = request
  const rows = await db
    .selectFrom('endpoints')
    .innerJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select(['accounts.email_key', 'accounts.encrypted_only_at'])
    .where('endpoints.account_key', '=', accountKey)
    .where('endpoints.newest_key', '>', toldKey)
    .orderBy('endpoints.newest_key', 'desc')
    .limit(MAX_FORMS)
    .execute()
  const upTo = await findHorizon(db, request)
  const isWaiting = rows.some((row) => row.newest_key > upTo)
  const forms: StoredFormNews[] = []
  for (const row of rows) {
    if (row.retired_at !== null || !(formIds?.includes(row.id) ?? true)) continue
    const keys = await listNewKeys({ db, folders }, { endpointKey: row.key, ...request, upTo })
    const [newest] = keys
    if (newest === undefined || newest <= toldKey) continue
    const endpoint = toEndpointFacts(row)
    const isEncrypted =
      endpoint.settings.store === 'encrypted' || row.email_key !== null || row.encrypted_only_at !== null
    forms.push({
      endpoint,
      count: keys.length,
      newest: { key: newest, fields: isEncrypted ? null : await loadFields(db, newest) },
    })
  }
  return { forms, toldKey: Math.max(toldKey, upTo), isWaiting }
}

/** Returns the last key that can be told: before the first one that awaits its verdict. */
async function findHorizon(
  db: Kysely<Schema>,
  { accountKey, toldKey, settledAt }: { accountKey: number; toldKey: number; settledAt: Date },
): Promise<number> {
  const { first } = await db
    .selectFrom('judgements')
    .innerJoin('endpoints', 'endpoints.key', 'judgements.endpoint_key')
    .select((select) => select.fn.min('submission_key').as('first'))
    .where('endpoints.account_key', '=', accountKey)
    .where('submission_key', '>', toldKey)
    .executeTakeFirstOrThrow()
  const settled = keyAt(settledAt)
  return first === null ? settled : Math.min(settled, Number(first) - 1)
}

async function listNewKeys(
  { db, folders }: { db: Kysely<Schema>; folders: FolderStatements },
  request: { endpointKey: number; toldKey: number; since: Date; upTo: number },
): Promise<number[]> {
  const { endpointKey, toldKey, since, upTo } = request
  const stretch = folders.selectKeys({
    endpoint: sql`${endpointKey}`,
    folder: 'inbox',
    unread: true,
    above: Math.min(toldKey, keyAt(since)),
    upTo,
    newest: sql`${upTo}`,
    first: 'newest',
    limit: MAX_COUNTED_NEW,
  })
  const { rows } = await sql<{ key: number }>`
    select key from (${stretch}) as found order by key desc limit ${sql.lit(MAX_COUNTED_NEW)}`.execute(db)
  return rows.map(({ key }) => Number(key))
}

/** Loads the fields of a submission; null where they are encrypted. */
async function loadFields(db: Kysely<Schema>, key: number): Promise<readonly Field[] | null> {
  const row = await db
    .selectFrom('submissions')
    .select(['fields', 'ciphertext'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row && row.ciphertext === null ? parseStoredFields(row.fields) : null
}

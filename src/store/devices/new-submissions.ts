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
export type StoredNewSubmissions = {
  endpoint: EndpointFacts
  /** Those since `since`, at most `MAX_COUNTED_NEW`; the device was not notified of at least one. */
  count: number
  /** `fields`: null where content must not leave the account unencrypted. */
  newest: { key: number; fields: readonly Field[] | null }
}

/** `notifiedKey`: the newest of them. `isWaiting`: others came that must wait. */
export type StoredNotifications = {
  forms: readonly StoredNewSubmissions[]
  notifiedKey: number
  isWaiting: boolean
}

/**
 * Loads what is new for a device: unread submissions in the inbox that are judged, by form, those with the newest first.
 *
 * @param request.settledAt submissions that arrived later are not read: on several nodes, an earlier one may still be on its way
 * @param request.since unread submissions from then on count, also those of earlier notifications
 */
export async function loadNewSubmissions(
  { db, folders }: { db: Kysely<Schema>; folders: FolderStatements },
  request: {
    accountKey: number
    formIds: readonly string[] | null
    notifiedKey: number
    settledAt: Date
    since: Date
  },
): Promise<StoredNotifications> {
  const { accountKey, formIds, notifiedKey } = request
  const rows = await db
    .selectFrom('endpoints')
    .innerJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select(['accounts.email_key', 'accounts.encrypted_only_at'])
    .where('endpoints.account_key', '=', accountKey)
    .where('endpoints.newest_key', '>', notifiedKey)
    .orderBy('endpoints.newest_key', 'desc')
    .limit(MAX_FORMS)
    .execute()
  const upTo = await findHorizon(db, request)
  const isWaiting = rows.some((row) => row.newest_key > upTo)
  const forms: StoredNewSubmissions[] = []
  for (const row of rows) {
    if (row.retired_at !== null || !(formIds?.includes(row.id) ?? true)) continue
    const keys = await listNewKeys({ db, folders }, { endpointKey: row.key, ...request, upTo })
    const [newest] = keys
    if (newest === undefined || newest <= notifiedKey) continue
    const endpoint = toEndpointFacts(row)
    const isEncrypted =
      endpoint.settings.store === 'encrypted' || row.email_key !== null || row.encrypted_only_at !== null
    forms.push({
      endpoint,
      count: keys.length,
      newest: { key: newest, fields: isEncrypted ? null : await loadFields(db, newest) },
    })
  }
  return { forms, notifiedKey: Math.max(notifiedKey, upTo), isWaiting }
}

/** Returns the last key that a notification may be about: before the first one that awaits its verdict. */
async function findHorizon(
  db: Kysely<Schema>,
  { accountKey, notifiedKey, settledAt }: { accountKey: number; notifiedKey: number; settledAt: Date },
): Promise<number> {
  const { first } = await db
    .selectFrom('judgements')
    .innerJoin('endpoints', 'endpoints.key', 'judgements.endpoint_key')
    .select((select) => select.fn.min('submission_key').as('first'))
    .where('endpoints.account_key', '=', accountKey)
    .where('submission_key', '>', notifiedKey)
    .executeTakeFirstOrThrow()
  const settled = keyAt(settledAt)
  return first === null ? settled : Math.min(settled, Number(first) - 1)
}

async function listNewKeys(
  { db, folders }: { db: Kysely<Schema>; folders: FolderStatements },
  request: { endpointKey: number; notifiedKey: number; since: Date; upTo: number },
): Promise<number[]> {
  const { endpointKey, notifiedKey, since, upTo } = request
  const stretch = folders.selectKeys({
    endpoint: sql`${endpointKey}`,
    folder: 'inbox',
    unread: true,
    above: Math.min(notifiedKey, keyAt(since)),
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

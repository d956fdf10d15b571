import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../domain/accounts/audit.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { recordAudit } from '../accounts/audit.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordOperatorEntry } from '../operator/operator-log.ts'
import { deleteRoutedMessage } from '../queues/purge-messages.ts'
import { deleteSubmissions } from './submissions.ts'

/** Submissions per read: few milliseconds of the thread that reads them. */
export const MAX_ROWS_PER_ERASURE_READ = 500

/** `text`: its fields as they are stored; null where the address cannot be in them. */
export type SearchedForSender = {
  key: number
  endpointKey: number
  isEncrypted: boolean
  text: string | null
}

export type ErasedForm = { id: string; name: string | null; accountKey: number | null }

/** Reads the next submissions of all endpoints after this key, in the order of their keys. */
export async function readAfter(
  db: Kysely<Schema>,
  { after, address }: { after: number; address: string },
): Promise<SearchedForSender[]> {
  const rows = await selectSearched(db, address)
    .where('key', '>', after)
    .orderBy('key')
    .limit(MAX_ROWS_PER_ERASURE_READ)
    .execute()
  return rows.map(toSearched)
}

/** Reads the submissions with these keys. */
export async function readByKeys(
  db: Kysely<Schema>,
  { keys, address }: { keys: readonly number[]; address: string },
): Promise<SearchedForSender[]> {
  if (keys.length === 0) return []
  return (await selectSearched(db, address).where('key', 'in', keys).execute()).map(toSearched)
}

/** Loads the forms with these keys, by their keys. */
export async function loadForms(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<Map<number, ErasedForm>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('endpoints').selectAll().where('key', 'in', keys).execute()
  return new Map(
    rows.map((row) => [
      row.key,
      { id: row.id, name: getName(toEndpointFacts(row)), accountKey: row.account_key },
    ]),
  )
}

/** Counts the files of these submissions, by the key of their form. */
export async function countFiles(db: Kysely<Schema>, keys: readonly number[]): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select((select) => ['endpoint_key', select.fn.countAll<number>().as('count')])
    .where('submission_key', 'in', keys)
    .groupBy('endpoint_key')
    .execute()
  return new Map(rows.map((row) => [row.endpoint_key, Number(row.count)]))
}

/**
 * Records an erasure before it begins: in the log of each account whose submissions it deletes, and in that of the operator if
 * the operator asked for it.
 */
export async function recordErasure(
  context: WriteContext,
  request: {
    accounts: readonly { key: number; submissions: number }[]
    by: Actor | null
    operator: string | null
    /** Keyed hash of the address. */
    subject: string
    detail: string
    now: Date
  },
): Promise<void> {
  const { accounts, by, operator, subject, detail, now } = request
  for (const { key, submissions } of accounts) {
    const entry = { action: 'sender_erased', subject: null, detail: String(submissions) } as const
    await recordAudit(context, { accountKey: key, by, now, ...entry })
  }
  if (operator !== null) {
    await recordOperatorEntry(context, { action: 'sender_erased', subject, detail, operator, now })
  }
}

/**
 * Deletes submissions for good, with everything that was made of them: files, deliveries, notes, answers, and messages in
 * queues. Returns the keys of those that it deleted.
 *
 * @param request.accountKey null: of any account
 */
export async function eraseSubmissions(
  { db, getTally }: WriteContext,
  { keys, accountKey }: { keys: readonly number[]; accountKey: number | null },
): Promise<number[]> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .select('submissions.key')
    .where('submissions.key', 'in', keys)
    .$if(accountKey !== null, (query) => query.where('endpoints.account_key', '=', accountKey))
    .orderBy('submissions.key')
    .forUpdate('submissions')
    .execute()
  const erased = rows.map((row) => row.key)
  if (erased.length === 0) return []
  const routed = await db.selectFrom('messages').select('key').where('key', 'in', erased).execute()
  for (const { key } of routed) await deleteRoutedMessage(db, getTally(), key)
  await deleteSubmissions(db, erased)
  return erased
}

function selectSearched(db: Kysely<Schema>, address: string) {
  return db
    .selectFrom('submissions')
    .select(['key', 'endpoint_key'])
    .select(sql<number>`case when ciphertext is null then 0 else 1 end`.as('is_encrypted'))
    .select(sql<string | null>`case when ${mayContain(address)} then fields end`.as('text'))
}

/** Selects the texts that contain the local part of an address: its domain may be written in more than one way. */
function mayContain(address: string) {
  const local = address.slice(0, address.lastIndexOf('@') + 1)
  const pattern = `%${local.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`lower(fields) like ${pattern} escape '\\'`
}

function toSearched(row: {
  key: number
  endpoint_key: number
  is_encrypted: number
  text: string | null
}): SearchedForSender {
  return {
    key: row.key,
    endpointKey: row.endpoint_key,
    isEncrypted: Number(row.is_encrypted) === 1,
    text: row.text,
  }
}

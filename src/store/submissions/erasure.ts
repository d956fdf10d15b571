import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../domain/accounts/audit.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { findAddress } from '../../domain/submissions/erasure.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import { recordAudit } from '../accounts/audit.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { recordOperatorEntry } from '../operator/operator-log.ts'
import { deleteRoutedMessage } from '../queues/purge-messages.ts'
import { withinSize } from './inbox-list.ts'
import type { InboxReads } from './inbox-reads.ts'
import { deleteSubmissions } from './submissions.ts'

/** A submission that contains the address. */
export type FoundSubmission = { key: number; endpointKey: number }

/** `elsewhere`: the number that have the address in another field, and are not among those found. `searched`: the number of keys that it got to. */
export type SenderSearch = {
  found: readonly FoundSubmission[]
  elsewhere: number
  encrypted: number
  searched: number
}

/** A submission that was deleted, with the number of its files. */
export type ErasedSubmission = FoundSubmission & { accountKey: number | null; files: number }

/** Facts that an erasure is recorded with. */
export type ErasedBy = {
  by: Actor | null
  operator: string | null
  /** Keyed hash of the address. */
  subject: string
  now: Date
}

export type ErasedForm = { id: string; name: string | null }

/** Lists the keys of the next submissions of all endpoints after this one, in their order. */
export async function listKeysAfter(
  db: Kysely<Schema>,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('submissions')
    .select('key')
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Finds those of these submissions that the address sent, or that contain it in any field. It ends early when their fields get
 * too large.
 */
export async function searchSender(
  { db, search }: InboxReads,
  { keys, address, everywhere }: { keys: readonly number[]; address: string; everywhere: boolean },
): Promise<SenderSearch> {
  const page = await withinSize(db, keys)
  if (page.length === 0) return { found: [], elsewhere: 0, encrypted: 0, searched: 0 }
  const rows = await db
    .selectFrom('submissions')
    .select(['key', 'endpoint_key'])
    .select(sql<number>`case when ciphertext is null then 0 else 1 end`.as('is_encrypted'))
    .select(sql<string | null>`case when ${mayContain(search, address)} then fields end`.as('text'))
    .where('key', 'in', page)
    .execute()
  const places = rows.flatMap((row) => {
    const place = row.text === null ? null : findAddress(parseStoredFields(row.text), address)
    return place === null ? [] : [{ place, row: { key: row.key, endpointKey: row.endpoint_key } }]
  })
  const found = places.filter(({ place }) => everywhere || place === 'sender')
  return {
    found: found.map(({ row }) => row),
    elsewhere: places.length - found.length,
    encrypted: rows.filter((row) => Number(row.is_encrypted) === 1).length,
    searched: page.length,
  }
}

/** Loads the forms with these keys, by their keys. */
export async function loadForms(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<Map<number, ErasedForm>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('endpoints').selectAll().where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, { id: row.id, name: getName(toEndpointFacts(row)) }]))
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
 * Deletes submissions for good, with everything that was made of them: files, deliveries, notes, answers, and messages in
 * queues, of the same account. Records it, and returns those that it deleted.
 *
 * @param request.accountKey null: of any account
 */
export async function eraseSubmissions(
  context: WriteContext,
  request: ErasedBy & { keys: readonly number[]; accountKey: number | null },
): Promise<ErasedSubmission[]> {
  const { db, getTally } = context
  const { keys, accountKey } = request
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .select(['submissions.key', 'submissions.endpoint_key', 'endpoints.account_key'])
    .where('submissions.key', 'in', keys)
    .$if(accountKey !== null, (query) => query.where('endpoints.account_key', '=', accountKey))
    .orderBy('submissions.key')
    .forUpdate('submissions')
    .execute()
  const erased = rows.map((row) => row.key)
  if (erased.length === 0) return []
  const routed = await db
    .selectFrom('messages')
    .innerJoin('endpoints', 'endpoints.key', 'messages.endpoint_key')
    .select('messages.key')
    .where('messages.key', 'in', erased)
    // A form that was handed over was routed to a queue of its former owner.
    .$if(accountKey !== null, (query) => query.where('endpoints.account_key', '=', accountKey))
    .execute()
  for (const { key } of routed) await deleteRoutedMessage(db, getTally(), key)
  const files = await db
    .selectFrom('files')
    .select((select) => ['submission_key', select.fn.countAll<number>().as('count')])
    .where('submission_key', 'in', erased)
    .groupBy('submission_key')
    .execute()
  const filesOf = new Map(files.map((row) => [row.submission_key, Number(row.count)]))
  await deleteSubmissions(db, erased)
  const result = rows.map((row) => ({
    key: row.key,
    endpointKey: row.endpoint_key,
    accountKey: row.account_key,
    files: filesOf.get(row.key) ?? 0,
  }))
  await recordErasure(context, { ...request, rows: result })
  return result
}

/** Records what was deleted: in the log of each account, and in that of the operator if the operator asked for it. */
async function recordErasure(
  context: WriteContext,
  { rows, by, operator, subject, now }: ErasedBy & { rows: readonly ErasedSubmission[] },
): Promise<void> {
  for (const [key, { length }] of Map.groupBy(rows, ({ accountKey }) => accountKey)) {
    if (key === null) continue
    const entry = { action: 'sender_erased', subject: null, detail: String(length) } as const
    await recordAudit(context, { accountKey: key, by, now, ...entry })
  }
  if (operator === null) return
  const files = rows.reduce((sum, row) => sum + row.files, 0)
  const forms = new Set(rows.map(({ endpointKey }) => endpointKey)).size
  const detail = `${rows.length} submissions, ${files} files, ${forms} forms`
  await recordOperatorEntry(context, { action: 'sender_erased', subject, detail, operator, now })
}

/** Selects the texts that contain the local part of an address: its domain may be written in more than one way. */
function mayContain(search: SearchIndex, address: string) {
  return search.contains(sql<string>`lower(fields)`, address.slice(0, address.lastIndexOf('@') + 1))
}

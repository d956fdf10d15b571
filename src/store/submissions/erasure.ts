import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../domain/accounts/audit.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import { isSentBy } from '../../domain/submissions/erasure.ts'
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

/** `searched`: the number of keys that it got to. */
export type SenderSearch = { found: readonly FoundSubmission[]; encrypted: number; searched: number }

export type ErasedForm = { id: string; name: string | null; accountKey: number | null }

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

/** Finds those of these submissions that contain the address. It ends early when their fields get too large. */
export async function searchSender(
  { db, search }: InboxReads,
  { keys, address }: { keys: readonly number[]; address: string },
): Promise<SenderSearch> {
  const page = await withinSize(db, keys)
  if (page.length === 0) return { found: [], encrypted: 0, searched: 0 }
  const rows = await db
    .selectFrom('submissions')
    .select(['key', 'endpoint_key'])
    .select(sql<number>`case when ciphertext is null then 0 else 1 end`.as('is_encrypted'))
    .select(sql<string | null>`case when ${mayContain(search, address)} then fields end`.as('text'))
    .where('key', 'in', page)
    .execute()
  return {
    found: rows
      .filter(({ text }) => text !== null && isSentBy(parseStoredFields(text), address))
      .map((row) => ({ key: row.key, endpointKey: row.endpoint_key })),
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
 * queues, of the same account. Returns the keys of those that it deleted.
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
  const routed = await db
    .selectFrom('messages')
    .innerJoin('endpoints', 'endpoints.key', 'messages.endpoint_key')
    .select('messages.key')
    .where('messages.key', 'in', erased)
    // A form that was handed over was routed to a queue of its former owner.
    .$if(accountKey !== null, (query) => query.where('endpoints.account_key', '=', accountKey))
    .execute()
  for (const { key } of routed) await deleteRoutedMessage(db, getTally(), key)
  await deleteSubmissions(db, erased)
  return erased
}

/** Selects the texts that contain the local part of an address: its domain may be written in more than one way. */
function mayContain(search: SearchIndex, address: string) {
  return search.contains(sql<string>`lower(fields)`, address.slice(0, address.lastIndexOf('@') + 1))
}

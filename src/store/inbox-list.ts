import type { Kysely } from 'kysely'
import { fieldsOfText } from '../domain/fields.ts'
import { later, SECOND } from '../domain/time.ts'
import { dateOf } from './endpoints.ts'
import { countKeys, type KeyRange, neighboursOf, newestKeys, type Place } from './folder-keys.ts'
import type { InboxSubmission, PageRequest, SubmissionFilter, SubmissionPage } from './inbox-store.ts'
import { KEYS_IN_A_SLOT, keyAt } from './row-keys.ts'
import type { Schema } from './schema.ts'
import { settingsOfText } from './stored-settings.ts'

/** A page ends with the submission that brings its fields to so many bytes. */
const PAGE_BYTES = 1024 * 1024
/** By how much a key may be off the time of its submission (`row-keys.ts`). */
const KEY_SLACK = 5 * SECOND

/** See InboxStore.listSubmissions. */
export async function listSubmissions(
  db: Kysely<Schema>,
  request: SubmissionFilter & PageRequest,
): Promise<SubmissionPage> {
  const { limit, olderThan } = request
  const range = rangeOf(request)
  const upTo = olderThan === null ? range.upTo : Math.min(range.upTo, olderThan - 1)
  const places = await placesOf(db, request)
  const keys = await newestKeys(db, places, { ...range, upTo, limit: limit + 1 })
  const page = await withinSize(db, keys.slice(0, limit))
  const submissions = await loadSubmissions(db, page)
  return {
    submissions: submissions.filter((submission) => isWithin(request, submission.receivedAt)),
    next: page.length < keys.length ? (page.at(-1) ?? null) : null,
  }
}

/** See InboxStore.listKeys. */
export async function listKeys(
  db: Kysely<Schema>,
  filter: SubmissionFilter,
  limit: number,
): Promise<number[]> {
  const keys = await newestKeys(db, await placesOf(db, filter), { ...rangeOf(filter), limit })
  const isDated = filter.after !== null || filter.before !== null
  if (!isDated || keys.length === 0) return keys
  const rows = await db
    .selectFrom('submissions')
    .select(['key', 'received_at'])
    .where('key', 'in', keys)
    .orderBy('key', 'desc')
    .execute()
  return rows.filter((row) => isWithin(filter, new Date(row.received_at))).map((row) => row.key)
}

/** See InboxStore.countUnreadIn. */
export async function countUnreadIn(
  db: Kysely<Schema>,
  filter: SubmissionFilter,
  most: number,
): Promise<number> {
  if (filter.unread === false) return 0
  return countKeys(db, await placesOf(db, filter), { ...rangeOf(filter), unread: true, most })
}

/** See InboxStore.findSubmission. */
export async function findSubmission(
  db: Kysely<Schema>,
  accountKey: number,
  key: number,
): Promise<InboxSubmission | null> {
  const [submission] = await loadSubmissions(db, [key], accountKey)
  return submission ?? null
}

/** See InboxStore.findNeighbours. */
export function findNeighbours(
  db: Kysely<Schema>,
  { endpointKey, folder, key }: InboxSubmission,
): Promise<{ newer: number | null; older: number | null }> {
  return neighboursOf(db, { endpointKey, folder, key })
}

/** The endpoints that the filter speaks of; none where they are another account's. */
async function placesOf(
  db: Kysely<Schema>,
  filter: Pick<SubmissionFilter, 'accountKey' | 'endpointId'>,
): Promise<Place[]> {
  let endpoints = db
    .selectFrom('endpoints')
    .select(['key', 'newest_key'])
    .where('account_key', '=', filter.accountKey)
  if (filter.endpointId !== null) endpoints = endpoints.where('id', '=', filter.endpointId)
  const rows = await endpoints.execute()
  return rows.map((row) => ({ key: row.key, newestKey: row.newest_key }))
}

/** The keys that the filter may meet; the time of each is looked at in its row. */
function rangeOf({ folders, unread, after, before }: SubmissionFilter): KeyRange {
  return {
    folders,
    unread,
    above: after === null ? 0 : keyAt(later(after, -KEY_SLACK)),
    upTo: before === null ? Number.MAX_SAFE_INTEGER : keyAt(later(before, KEY_SLACK)),
  }
}

function isWithin({ after, before }: SubmissionFilter, receivedAt: Date): boolean {
  return (after === null || receivedAt >= after) && (before === null || receivedAt < before)
}

/** As many of these as a page may hold, at least one. */
async function withinSize(db: Kysely<Schema>, keys: readonly number[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('submissions')
    .select((select) => ['key', select.fn<number>('octet_length', ['fields']).as('bytes')])
    .where('key', 'in', keys)
    .execute()
  const bytesOf = new Map(rows.map((row) => [row.key, row.bytes]))
  const page: number[] = []
  let bytes = 0
  for (const key of keys) {
    page.push(key)
    bytes += bytesOf.get(key) ?? 0
    if (bytes >= PAGE_BYTES) break
  }
  return page
}

/** @param accountKey whose they must be; absent where that is known */
async function loadSubmissions(
  db: Kysely<Schema>,
  keys: readonly number[],
  accountKey?: number,
): Promise<InboxSubmission[]> {
  if (keys.length === 0) return []
  let submissions = db
    .selectFrom('submissions')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .selectAll('submissions')
    .select(['endpoints.id', 'endpoints.settings'])
    .where('submissions.key', 'in', keys)
    .orderBy('submissions.key', 'desc')
  if (accountKey !== undefined) submissions = submissions.where('endpoints.account_key', '=', accountKey)
  const rows = await submissions.execute()
  const letters = await lettersOf(
    db,
    rows.map((row) => row.key),
  )
  return rows.map((row) => ({
    key: row.key,
    endpointKey: row.endpoint_key,
    endpointId: row.id,
    endpointName: settingsOfText(row.settings).name,
    receivedAt: new Date(row.received_at),
    folder: row.moved_to ?? (row.spam_reasons === null ? 'inbox' : 'spam'),
    readAt: dateOf(row.read_at),
    spamReasons: row.spam_reasons === null ? null : reasonsOf(row.spam_reasons),
    fields: fieldsOfText(row.fields),
    letter: letters.get(row.key) ?? null,
  }))
}

/** What became of the letters to the recipients: of several letters about one submission, the newest. */
async function lettersOf(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<Map<number, NonNullable<InboxSubmission['letter']>>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('jobs', (join) =>
      join.on((on) =>
        on.and([
          on('jobs.key', '>=', on.ref('submissions.key')),
          on('jobs.key', '<', on('submissions.key', '+', KEYS_IN_A_SLOT)),
        ]),
      ),
    )
    .select(['submissions.key', 'jobs.outcome'])
    .where('submissions.key', 'in', keys)
    .where('jobs.destination', 'is', null)
    .orderBy('jobs.key')
    .execute()
  return new Map(rows.map((row) => [row.key, row.outcome ?? 'waiting']))
}

function reasonsOf(stored: string): string[] {
  return JSON.parse(stored) as string[]
}

import type { Kysely, Selectable } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { isEndpointId, KINDS } from '../../domain/endpoints/kinds.ts'
import type { SpamLists } from '../../domain/spam/spam-settings.ts'
import { DAY, later } from '../../domain/time.ts'
import { readCounts } from '../accounts/account-counts.ts'
import { bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import type { ListedEndpoint } from '../submissions/folder-keys.ts'
import type { InboxReads } from '../submissions/inbox-reads.ts'
import { toEndpointFacts } from './endpoints.ts'
import { hasRecipient } from './list-of-recipient.ts'
import { loadSpamLists } from './spam-lists.ts'

/** Maximum number of endpoints counted by one statement: each number has a statement of its own. */
const MAX_ENDPOINTS_PER_COUNT = 8

/** The endpoints of an account, by kind; endpoints of other accounts do not exist for it. */
export type OwnedStore = ReturnType<typeof createOwnedStore>

export type OwnedEndpoint = {
  key: number
  /** Key of its newest submission, real or spam; 0 before the first, and for other kinds than forms. */
  newestKey: number
  endpoint: EndpointFacts
}

/** Creates the store of owned endpoints on the reading connection. */
export function createOwnedStore(reads: Kysely<Schema>) {
  return bindReads(reads, {
    list: listEndpoints,
    find: findOwnedEndpoint,
    listUnconfirmed,
    listUnclaimed,
    counts: readCounts,
  })
}

/** Lists a page of endpoints, newest first, with keys below `before`. */
export async function listEndpoints(
  db: Kysely<Schema>,
  request: {
    accountKey: number
    kind: EndpointKind
    state: 'claimed' | 'retired' | null
    before: number | null
    limit: number
  },
): Promise<OwnedEndpoint[]> {
  let page = db
    .selectFrom('endpoints')
    .selectAll()
    .where('account_key', '=', request.accountKey)
    .where('id', 'like', `${KINDS[request.kind].idPrefix}%`)
    .orderBy('key', 'desc')
    .limit(request.limit)
  if (request.state !== null) {
    page = page.where('retired_at', request.state === 'retired' ? 'is not' : 'is', null)
  }
  if (request.before !== null) page = page.where('key', '<', request.before)
  const rows = await page.execute()
  const lists = await loadSpamLists(db, rows)
  return rows.map((row) => toOwned(row, lists))
}

/** Lists the ids of the endpoints that await confirmation, of all kinds, up to `limit`. */
async function listUnconfirmed(
  db: Kysely<Schema>,
  { accountKey, limit }: { accountKey: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoints')
    .select('id')
    .where('account_key', '=', accountKey)
    .where('confirmed_at', 'is', null)
    .where('retired_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Lists the endpoints of a kind that were created for this address and that nobody has claimed or declined, newest first,
 * up to `limit`; expired ones too.
 *
 * @param request.recipient as `mailboxIdentity` writes it
 */
async function listUnclaimed(
  db: Kysely<Schema>,
  request: { mailboxKey: string; recipient: string; kind: EndpointKind; limit: number },
): Promise<EndpointFacts[]> {
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('mailbox_key', '=', request.mailboxKey)
    .where(hasRecipient(request.recipient))
    .where('id', 'like', `${KINDS[request.kind].idPrefix}%`)
    .where('claimed_at', 'is', null)
    .where('retired_at', 'is', null)
    .orderBy('key', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map((row) => toEndpointFacts(row))
}

/** Finds the endpoint of this kind and id, if the account owns it. */
export async function findOwnedEndpoint(
  db: Kysely<Schema>,
  { accountKey, kind, endpointId }: { accountKey: number; kind: EndpointKind; endpointId: string },
): Promise<OwnedEndpoint | null> {
  if (!isEndpointId(kind, endpointId)) return null
  const row = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .where('account_key', '=', accountKey)
    .executeTakeFirst()
  return row ? toOwned(row, await loadSpamLists(db, [row])) : null
}

function toOwned(row: Selectable<Schema['endpoints']>, lists: ReadonlyMap<number, SpamLists>): OwnedEndpoint {
  return { key: row.key, newestKey: row.newest_key, endpoint: toEndpointFacts(row, lists.get(row.key)) }
}

/**
 * Counts the submissions outside spam of each of these endpoints on each day, oldest first; days are UTC. Keys grow with
 * time, so a day is a range of keys.
 */
export async function countDays(
  reads: Pick<InboxReads, 'db' | 'folders'>,
  { endpoints, ...span }: { endpoints: readonly ListedEndpoint[]; today: Date; days: number },
): Promise<Map<number, number[]>> {
  const midnight = new Date(Math.floor(span.today.getTime() / DAY) * DAY)
  const starts = Array.from({ length: span.days + 1 }, (_, day) =>
    keyAt(later(midnight, (day + 1 - span.days) * DAY)),
  )
  const [oldest = 0] = starts
  const counts = new Map(endpoints.map(({ key }) => [key, Array<number>(span.days).fill(0)]))
  const busy = endpoints.filter((endpoint) => endpoint.newestKey >= oldest)
  for (let at = 0; at < busy.length; at += MAX_ENDPOINTS_PER_COUNT) {
    const keys = busy.slice(at, at + MAX_ENDPOINTS_PER_COUNT).map((endpoint) => endpoint.key)
    const { rows } = await reads.folders.countDays(keys, starts).execute(reads.db)
    for (const row of rows) counts.get(row.key)?.splice(row.day, 1, row.count)
  }
  return counts
}

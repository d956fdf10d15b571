import type { Kysely, Selectable } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { getKindRules, KINDS } from '../../domain/endpoints/kinds.ts'
import { NO_SETTINGS } from '../../domain/endpoints/settings.ts'
import { type Suspension, toSuspension } from '../../domain/endpoints/suspension.ts'
import { readLanguage } from '../../domain/language.ts'
import { isCountedByAccount } from '../../domain/plans/month-usage.ts'
import type { SpamLists } from '../../domain/spam/spam-settings.ts'
import { toDate } from '../../domain/time.ts'
import { readCounts } from '../accounts/account-counts.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import { createCompiledQuery } from '../engine/compiled-queries.ts'
import { Contended, type EndpointChange } from '../engine/connection.ts'
import type { Schema } from '../engine/schema.ts'
import { loadWatches, NO_WATCHES } from '../telemetry/watches.ts'
import { loadSpamLists } from './spam-lists.ts'
import { parseStoredSettings } from './stored-settings.ts'

/** An endpoint as loaded, with the key of its newest submission; the count of its account is loaded apart. */
export type StoredEndpoint = FoundEndpoint & {
  usage: null
  newestKey: number
  hasSpamLists: boolean
  /** Watches as they are stored: `watches` may differ until the change is saved. */
  savedWatches: FoundEndpoint['watches']
}

type EndpointRow = Selectable<Schema['endpoints']>
type RowWithPlan = EndpointRow & {
  plan: string | null
  ham_lessons: number | null
  spam_lessons: number | null
  account_suspended_at: number | null
  account_suspended_reason: string | null
}

const FORM_PREFIX = `${KINDS.form.idPrefix}_`

/** Locks endpoints by their ids: every submission runs it. */
const runLock = createCompiledQuery<RowWithPlan>()

/** Loads the endpoint with this id; null when there is none. */
export async function findEndpoint(db: Kysely<Schema>, id: string): Promise<FoundEndpoint | null> {
  const found = (await withLists(db, await endpointsWith(db, [id]).execute())).get(id)
  if (!found) return null
  const { accountKey, endpoint } = found
  if (accountKey === null || !isCountedByAccount(endpoint)) return found
  const counts = await readCounts(db, accountKey)
  return { ...found, usage: counts[getKindRules(endpoint).kind] ?? null }
}

/** Loads the endpoint that this public link belongs to; null when it was revoked. */
export async function findByPublicLink(db: Kysely<Schema>, linkId: string): Promise<FoundEndpoint | null> {
  const row = await db
    .selectFrom('endpoints')
    .select('id')
    .where('public_link', '=', linkId)
    .executeTakeFirst()
  return row ? findEndpoint(db, row.id) : null
}

/**
 * Loads the endpoints with these ids and the queues that they route to, by id, and locks them until the transaction
 * ends. Unknown ids are absent.
 */
export async function lockEndpoints(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, StoredEndpoint>> {
  // Forms before all others, each in the order of their keys, so that two nodes cannot deadlock: the queues that forms
  // route to are known once the forms are loaded.
  const { forms: formIds = [], others: otherIds = [] } = Object.groupBy(ids, (id) =>
    id.startsWith(FORM_PREFIX) ? 'forms' : 'others',
  )
  const forms = await lockInOrder(db, formIds)
  const routed = [...forms.values()].flatMap(({ endpoint }) => endpoint.settings.queueId ?? [])
  const others = await lockInOrder(db, [...new Set([...otherIds, ...routed])])
  return others.size === 0 ? forms : new Map([...forms, ...others])
}

async function lockInOrder(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, StoredEndpoint>> {
  if (ids.length === 0) return new Map()
  const { rows } = await runLock(
    db,
    ids.length,
    () => endpointsWith(db, ids).orderBy('endpoints.key').forUpdate('endpoints'),
    // NOTE: PostgreSQL takes the ids as one list.
    (compiled) => (compiled.parameters.length === ids.length ? ids : [ids]),
  )
  // NOTE: PostgreSQL reads a row again after waiting for its lock, but not the rows joined to it.
  if (rows.some((row) => row.account_key !== null && row.plan === null)) throw new Contended()
  return withLists(db, rows)
}

function endpointsWith(db: Kysely<Schema>, ids: readonly string[]) {
  return db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select(['accounts.plan', 'accounts.ham_lessons', 'accounts.spam_lessons'])
    .select([
      'accounts.suspended_at as account_suspended_at',
      'accounts.suspended_reason as account_suspended_reason',
    ])
    .where('endpoints.id', 'in', ids)
}

async function withLists(
  db: Kysely<Schema>,
  rows: readonly RowWithPlan[],
): Promise<Map<string, StoredEndpoint>> {
  const isListed = rows.some((row) => row.has_spam_lists !== null)
  const lists = isListed ? await loadSpamLists(db, rows) : null
  const isWatched = rows.some((row) => row.has_watches !== null)
  const watches = isWatched ? await loadWatches(db, rows) : null
  return new Map(
    rows.map((row) => [
      row.id,
      {
        key: row.key,
        newestKey: row.newest_key,
        testKey: row.test_key,
        publicLinkId: row.public_link,
        hasSpamLists: row.has_spam_lists !== null,
        isSuspended: row.suspended_at !== null,
        watches: watches?.get(row.key) ?? NO_WATCHES,
        savedWatches: watches?.get(row.key) ?? NO_WATCHES,
        mailboxKey: row.mailbox_key,
        accountKey: row.account_key,
        endpoint: withSuspension(toEndpointFacts(row, lists?.get(row.key)), row),
        plan: row.plan,
        lessons:
          row.ham_lessons === null || row.spam_lessons === null
            ? null
            : { ham: row.ham_lessons, spam: row.spam_lessons },
        usage: null,
      },
    ]),
  )
}

/** Returns the endpoint with the suspension of the account that owns it, where it has none of its own. */
function withSuspension(
  endpoint: EndpointFacts,
  { account_suspended_at: at, account_suspended_reason: reason }: RowWithPlan,
): EndpointFacts {
  if (at === null || endpoint.suspension !== null) return endpoint
  return { ...endpoint, suspension: toSuspension({ suspended_at: at, suspended_reason: reason }) }
}

/** Writes the suspension of an endpoint, and never that of its account. */
export async function saveSuspension(
  db: Kysely<Schema>,
  { key, suspension }: { key: number; suspension: Suspension | null },
): Promise<void> {
  await db
    .updateTable('endpoints')
    .set({ suspended_at: suspension?.at.getTime() ?? null, suspended_reason: suspension?.reason ?? null })
    .where('key', '=', key)
    .execute()
}

/** Writes the language of an endpoint where none was known. */
export async function saveLanguage(db: Kysely<Schema>, { key, endpoint }: StoredEndpoint): Promise<void> {
  await db.updateTable('endpoints').set({ language: endpoint.language }).where('key', '=', key).execute()
}

/** Writes the host of the first page that sent a submission. */
export async function saveSiteHost(db: Kysely<Schema>, { key, endpoint }: StoredEndpoint): Promise<void> {
  await db.updateTable('endpoints').set({ site_host: endpoint.siteHost }).where('key', '=', key).execute()
}

/** Writes the key of the test submission that a form holds. */
export async function saveTestKey(db: Kysely<Schema>, { key, testKey }: StoredEndpoint): Promise<void> {
  await db.updateTable('endpoints').set({ test_key: testKey }).where('key', '=', key).execute()
}

/** Writes the id of the public link to the statistics of an endpoint. */
export async function savePublicLink(
  db: Kysely<Schema>,
  { key, publicLinkId }: StoredEndpoint,
): Promise<void> {
  await db.updateTable('endpoints').set({ public_link: publicLinkId }).where('key', '=', key).execute()
}

/** Converts a row of `endpoints`. Its settings have only the spam lists that are passed: see `loadSpamLists`. */
export function toEndpointFacts(
  row: Omit<
    EndpointRow,
    | 'key'
    | 'mailbox_key'
    | 'network_key'
    | 'account_key'
    | 'opened_at'
    | 'newest_key'
    | 'test_key'
    | 'public_link'
    | 'has_spam_lists'
    | 'has_watches'
  >,
  lists?: SpamLists,
): EndpointFacts {
  return {
    id: row.id,
    recipient: row.recipient,
    createdAt: new Date(row.created_at),
    lastAcceptedAt: toDate(row.last_accepted_at),
    acceptedCount: row.accepted_count,
    countedMonth: row.counted_month,
    monthCount: row.month_count,
    claimEmailAt: toDate(row.claim_email_at),
    claimedAt: toDate(row.claimed_at),
    confirmedAt: toDate(row.confirmed_at),
    retiredAt: toDate(row.retired_at),
    declinedAt: toDate(row.declined_at),
    purgedAt: toDate(row.purged_at),
    mailStoppedAt: toDate(row.mail_stopped_at),
    suspension: row.suspended_at === null ? null : toSuspension(row),
    handedOverAt: toDate(row.handed_over_at),
    language: row.language === null ? null : readLanguage(row.language),
    siteHost: row.site_host,
    recentScripts: row.recent_scripts,
    settings: row.settings === null ? NO_SETTINGS : parseStoredSettings(row.settings, lists),
    version: row.version,
  }
}

/** Builds the columns that every submission changes. They are in no index, which the update would write again. */
export function toCounterChange({
  key,
  newestKey,
  endpoint,
}: Pick<StoredEndpoint, 'key' | 'newestKey' | 'endpoint'>) {
  return {
    key,
    newest_key: newestKey,
    last_accepted_at: endpoint.lastAcceptedAt?.getTime() ?? null,
    accepted_count: endpoint.acceptedCount,
    counted_month: endpoint.countedMonth,
    month_count: endpoint.monthCount,
    recent_scripts: endpoint.recentScripts,
  } satisfies EndpointChange
}

/** Builds the columns of the state of an endpoint; settings, the language and declines are saved apart. */
export function toStateChange({
  key,
  accountKey,
  endpoint,
}: Pick<StoredEndpoint, 'key' | 'accountKey' | 'endpoint'>) {
  return {
    key,
    claim_email_at: endpoint.claimEmailAt?.getTime() ?? null,
    claimed_at: endpoint.claimedAt?.getTime() ?? null,
    confirmed_at: endpoint.confirmedAt?.getTime() ?? null,
    account_key: accountKey,
    retired_at: endpoint.retiredAt?.getTime() ?? null,
    mail_stopped_at: endpoint.mailStoppedAt?.getTime() ?? null,
  } satisfies EndpointChange
}

/** Returns true when `toStateChange` of the two is the same. Instants that did not change are the same objects. */
export function isSameState(one: EndpointFacts, other: EndpointFacts): boolean {
  return (
    one.claimEmailAt === other.claimEmailAt &&
    one.claimedAt === other.claimedAt &&
    one.confirmedAt === other.confirmedAt &&
    one.retiredAt === other.retiredAt &&
    one.mailStoppedAt === other.mailStoppedAt
  )
}

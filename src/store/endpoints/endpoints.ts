import type { Kysely, Selectable } from 'kysely'
import { getKindRules, isEndpointId } from '../../domain/endpoints/kinds.ts'
import { isCountedByAccount } from '../../domain/plans/month-usage.ts'
import { readCounts } from '../accounts/account-counts.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import { createCompiledQuery } from '../engine/compiled-queries.ts'
import { Contended } from '../engine/connection.ts'
import type { Schema } from '../engine/schema.ts'
import { type StoredEndpoint, toEndpointFacts } from './endpoint-row.ts'
import { hasSpamLists, loadSpamLists, saveSpamLists } from './spam-lists.ts'
import { stringifySettings } from './stored-settings.ts'

type EndpointRow = Selectable<Schema['endpoints']>
type RowWithPlan = EndpointRow & {
  plan: string | null
  ham_lessons: number | null
  spam_lessons: number | null
}

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
    isEndpointId('form', id) ? 'forms' : 'others',
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
    .where('endpoints.id', 'in', ids)
}

async function withLists(
  db: Kysely<Schema>,
  rows: readonly RowWithPlan[],
): Promise<Map<string, StoredEndpoint>> {
  const isListed = rows.some((row) => row.has_spam_lists !== null)
  const lists = isListed ? await loadSpamLists(db, rows) : null
  return new Map(
    rows.map((row) => [
      row.id,
      {
        key: row.key,
        newestKey: row.newest_key,
        testKey: row.test_key,
        publicLinkId: row.public_link,
        mailboxKey: row.mailbox_key,
        accountKey: row.account_key,
        endpoint: toEndpointFacts(row, lists?.get(row.key)),
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

/** Writes the settings of an endpoint, its language among them, and the version that goes with them. */
export async function saveSettings(db: Kysely<Schema>, stored: StoredEndpoint): Promise<void> {
  const { settings, language, version } = stored.endpoint
  await db
    .updateTable('endpoints')
    .set({
      settings: stringifySettings(settings),
      has_spam_lists: hasSpamLists(settings.spam),
      language,
      version,
    })
    .where('key', '=', stored.key)
    .execute()
  const { kind } = getKindRules(stored.endpoint)
  if (kind === 'form') await saveSpamLists(db, { key: stored.key, lists: settings.spam })
  if (kind === 'queue') await saveQueueLimits(db, stored)
}

/** Repeats the limits of a queue where the purge finds them. */
async function saveQueueLimits(db: Kysely<Schema>, { key, endpoint }: StoredEndpoint): Promise<void> {
  const { maxDeliveries, retentionDays } = endpoint.settings.queueLimits
  const limits = { max_deliveries: maxDeliveries ?? null, retention_days: retentionDays ?? null }
  await db
    .insertInto('queue_counts')
    .values({ endpoint_key: key, backlog: 0, dead: 0, ...limits })
    .onConflict((conflict) => conflict.column('endpoint_key').doUpdateSet(limits))
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

import { type Kysely, type SqlBool, sql } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { type Suspension, toSuspension } from '../../domain/endpoints/suspension.ts'
import { parseObservations } from '../../domain/health/observations.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

export type ListedOwner = {
  key: number
  mailbox: string
  plan: string
  createdAt: Date
  suspension: Suspension | null
  storedBytes: number
  endpoints: number
  /** Accepted by all its forms in their lives, without spam. */
  submissions: number
  sessions: number
}

export type ListedOfAnybody = {
  endpoint: EndpointFacts
  /** Address of its owner; null while nobody has claimed it. */
  owner: string | null
  /** Its own suspension; `endpoint.suspension` may be that of its account. */
  suspension: Suspension | null
}

/** An endpoint and its refusals in a span of time, the most frequent code first. */
export type RefusedOfAnybody = ListedOfAnybody & {
  refused: number
  codes: { code: RefusalCode; count: number }[]
}

/** Part of an address or an id, and the maximum number of rows. */
type Sought = { q: string | null; limit: number }

/** Lists the accounts whose address contains this text, the newest first, up to one more than `limit`. */
export async function listOwners(db: Kysely<Schema>, { q, limit }: Sought): Promise<ListedOwner[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['key', 'mailbox', 'plan', 'created_at', 'suspended_at', 'suspended_reason', 'stored_bytes'])
    .where('closed_at', 'is', null)
    .$if(q !== null, (query) => query.where(contains('mailbox', q ?? '')))
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const keys = accounts.map(({ key }) => key)
  if (keys.length === 0) return []
  const endpoints = await db
    .selectFrom('endpoints')
    .select((select) => [
      'account_key',
      select.fn.countAll<number>().as('count'),
      select.fn.sum<number | null>('accepted_count').filterWhere('id', 'like', 'f%').as('submissions'),
    ])
    .where('account_key', 'in', keys)
    .groupBy('account_key')
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select((select) => ['account_key', select.fn.countAll<number>().as('count')])
    .where('account_key', 'in', keys)
    .groupBy('account_key')
    .execute()
  const ofEndpoints = new Map(endpoints.map((row) => [row.account_key, row]))
  const ofSessions = new Map(sessions.map((row) => [row.account_key, row.count]))
  // PostgreSQL returns sums as text.
  return accounts.map((row) => ({
    key: row.key,
    mailbox: row.mailbox,
    plan: row.plan,
    createdAt: new Date(row.created_at),
    suspension: toSuspension(row),
    storedBytes: row.stored_bytes ?? 0,
    endpoints: Number(ofEndpoints.get(row.key)?.count ?? 0),
    submissions: Number(ofEndpoints.get(row.key)?.submissions ?? 0),
    sessions: Number(ofSessions.get(row.key) ?? 0),
  }))
}

/** Lists the endpoints with this id, or whose owner or site contains this text, the newest first, up to one more than `limit`. */
export async function listOfAnybody(db: Kysely<Schema>, { q, limit }: Sought): Promise<ListedOfAnybody[]> {
  const rows = await selectOfAnybody(db)
    .$if(q !== null, (query) =>
      query.where((where) =>
        where.or([
          where('endpoints.id', '=', q ?? ''),
          contains('accounts.mailbox', q ?? ''),
          contains('endpoints.site_host', q ?? ''),
        ]),
      ),
    )
    .orderBy('endpoints.key', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toOfAnybody)
}

/** Maximum number of hours of forms that are read for the most refused ones, the newest first. */
const MAX_HOURS_READ = 2000

/** Lists the forms that refused the most since this hour, those with the most first. */
export async function listMostRefused(
  db: Kysely<Schema>,
  { firstHour, limit }: { firstHour: number; limit: number },
): Promise<RefusedOfAnybody[]> {
  const hours = await db
    .selectFrom('observations')
    .select(['endpoint_key', 'data'])
    .where('hour', '>=', firstHour)
    .orderBy('hour', 'desc')
    .limit(MAX_HOURS_READ)
    .execute()
  const byForm = new Map<number, Map<RefusalCode, number>>()
  for (const { endpoint_key, data } of hours) {
    const codes = byForm.get(endpoint_key) ?? new Map<RefusalCode, number>()
    for (const [code, count] of parseObservations(data).refused)
      byForm.set(endpoint_key, codes.set(code, (codes.get(code) ?? 0) + count))
  }
  const most = [...byForm]
    .map(([key, codes]) => ({
      key,
      refused: codes.values().reduce((sum, count) => sum + count, 0),
      codes: [...codes]
        .map(([code, count]) => ({ code, count }))
        .sort((one, other) => other.count - one.count),
    }))
    .sort((one, other) => other.refused - one.refused)
    .slice(0, limit)
  if (most.length === 0) return []
  const rows = await selectOfAnybody(db)
    .where(
      'endpoints.key',
      'in',
      most.map(({ key }) => key),
    )
    .execute()
  const listed = new Map(rows.map((row) => [row.key, toOfAnybody(row)]))
  return most.flatMap(({ key, ...refusals }) => {
    const found = listed.get(key)
    return found ? [{ ...found, ...refusals }] : []
  })
}

function selectOfAnybody(db: Kysely<Schema>) {
  return db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select([
      'accounts.mailbox as owner',
      'accounts.suspended_at as account_suspended_at',
      'accounts.suspended_reason as account_suspended_reason',
    ])
}

type OfAnybodyRow = Awaited<ReturnType<ReturnType<typeof selectOfAnybody>['execute']>>[number]

function toOfAnybody({
  owner,
  account_suspended_at: at,
  account_suspended_reason: reason,
  ...row
}: OfAnybodyRow): ListedOfAnybody {
  const suspension = toSuspension(row)
  const ofAccount = toSuspension({ suspended_at: at, suspended_reason: reason })
  return { endpoint: { ...toEndpointFacts(row), suspension: suspension ?? ofAccount }, owner, suspension }
}

/** Counts what the instance holds. */
export async function countInstance(db: Kysely<Schema>): Promise<{
  owners: number
  suspendedOwners: number
  endpoints: number
  suspendedEndpoints: number
  storedBytes: number
}> {
  const accounts = await db
    .selectFrom('accounts')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.count<number>('suspended_at').as('suspended'),
      select.fn.sum<number | null>('stored_bytes').as('bytes'),
    ])
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const endpoints = await db
    .selectFrom('endpoints')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.count<number>('suspended_at').as('suspended'),
    ])
    .executeTakeFirstOrThrow()
  return {
    owners: Number(accounts.count),
    suspendedOwners: Number(accounts.suspended),
    endpoints: Number(endpoints.count),
    suspendedEndpoints: Number(endpoints.suspended),
    storedBytes: Number(accounts.bytes ?? 0),
  }
}

function contains(column: string, text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}

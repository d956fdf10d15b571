import type { Kysely } from 'kysely'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { getKindRules, KINDS } from '../../domain/endpoints/kinds.ts'
import { isCountedByAccount, type MonthCount } from '../../domain/plans/month-usage.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'

type CountedEndpoint = Pick<FoundEndpoint, 'accountKey' | 'endpoint'>

/** Monthly counts of accounts, as one transaction reads and changes them. */
export type AccountCounts = {
  /** Returns the count of the endpoint's owner; null where the endpoint does not count against it. */
  of(stored: CountedEndpoint): MonthCount | null
  set(stored: CountedEndpoint, usage: MonthCount): void
  /** Saves the counts that were set. */
  save(db: Kysely<Schema>): Promise<void>
}

const COUNTED_KINDS = Object.values(KINDS)
  .filter((rules) => rules.countedBy === 'account')
  .map((rules) => rules.kind)

/** Inserts the counters of a new account. */
export async function beginCounts(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db
    .insertInto('account_counts')
    .values(
      COUNTED_KINDS.map((kind) => ({
        counter: toCounter(accountKey, kind),
        account_key: accountKey,
        kind,
        month: null,
        count: 0,
      })),
    )
    .execute()
}

/** Loads what the owners of these endpoints have counted, and locks it until the transaction ends. */
export async function lockCounts(
  db: Kysely<Schema>,
  endpoints: Iterable<CountedEndpoint>,
): Promise<AccountCounts> {
  const accountKeys = new Set<number>()
  for (const stored of endpoints) {
    if (stored.accountKey !== null && isCountedByAccount(stored.endpoint)) accountKeys.add(stored.accountKey)
  }
  const counts = new Map<string, MonthCount>()
  const changed = new Set<string>()
  if (accountKeys.size > 0) {
    const rows = await db
      .selectFrom('account_counts')
      .selectAll()
      .where('account_key', 'in', [...accountKeys])
      // In the same order everywhere, so that two nodes cannot deadlock.
      .orderBy('counter')
      .forUpdate()
      .execute()
    for (const row of rows) {
      counts.set(row.counter, { month: row.month, count: row.count })
    }
  }

  return {
    of({ accountKey, endpoint }) {
      // Forms have no account counts, and are by far the most frequent.
      if (accountKey === null || counts.size === 0 || !isCountedByAccount(endpoint)) return null
      return counts.get(toCounter(accountKey, getKindRules(endpoint).kind)) ?? null
    },
    set({ accountKey, endpoint }, usage) {
      if (accountKey === null) throw new Error('an endpoint without an owner has no account count')
      const counter = toCounter(accountKey, getKindRules(endpoint).kind)
      counts.set(counter, usage)
      changed.add(counter)
    },
    async save(db) {
      for (const counter of changed) {
        const { month = null, count = 0 } = counts.get(counter) ?? {}
        await db.updateTable('account_counts').set({ month, count }).where('counter', '=', counter).execute()
      }
    },
  }
}

/** Loads the count of an account for each kind that is counted per account. */
export async function readCounts(
  db: Kysely<Schema>,
  accountKey: number,
): Promise<Partial<Record<EndpointKind, MonthCount>>> {
  const rows = await db
    .selectFrom('account_counts')
    .selectAll()
    .where('account_key', '=', accountKey)
    .execute()
  return Object.fromEntries(rows.map(({ kind, month, count }) => [kind, { month, count }]))
}

function toCounter(accountKey: number, kind: EndpointKind): string {
  return `${accountKey} ${kind}`
}

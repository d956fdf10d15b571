import type { Kysely } from 'kysely'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { getKindRules, KINDS } from '../../domain/endpoints/kinds.ts'
import type { MonthCount } from '../../domain/plans/month-usage.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'

type CountedEndpoint = Pick<FoundEndpoint, 'accountKey' | 'endpoint'>

/** What accounts have counted, as one transaction sees and changes it. */
export type AccountCounts = {
  /** Null for an endpoint that is counted by itself, or has no owner. */
  of(stored: CountedEndpoint): MonthCount | null
  set(stored: CountedEndpoint, usage: MonthCount): void
  /** Writes what was set. */
  save(db: Kysely<Schema>): Promise<void>
}

const COUNTED_KINDS = Object.values(KINDS)
  .filter((rules) => rules.countedBy === 'account')
  .map((rules) => rules.kind)

/** The rows that an account has from its birth. */
export async function beginCounts(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db
    .insertInto('account_counts')
    .values(
      COUNTED_KINDS.map((kind) => ({
        counter: counterOf(accountKey, kind),
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
    if (stored.accountKey !== null && getKindRules(stored.endpoint).countedBy === 'account') {
      accountKeys.add(stored.accountKey)
    }
  }
  const counts = new Map<string, MonthCount>()
  const changed = new Set<string>()
  if (accountKeys.size > 0) {
    const rows = await db
      .selectFrom('account_counts')
      .selectAll()
      .where('account_key', 'in', [...accountKeys])
      // In this order everywhere, so that two nodes cannot each hold what the other waits for.
      .orderBy('counter')
      .forUpdate()
      .execute()
    for (const row of rows) {
      counts.set(row.counter, { month: row.month, count: row.count })
    }
  }

  return {
    of({ accountKey, endpoint }) {
      // With forms alone there are none, and they come by the ten thousand.
      if (accountKey === null || counts.size === 0) return null
      return counts.get(counterOf(accountKey, getKindRules(endpoint).kind)) ?? null
    },
    set({ accountKey, endpoint }, usage) {
      if (accountKey === null) throw new Error('what nobody owns is counted for nobody')
      const counter = counterOf(accountKey, getKindRules(endpoint).kind)
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

/** What an account has counted for each kind that is counted by the account. */
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

function counterOf(accountKey: number, kind: EndpointKind): string {
  return `${accountKey} ${kind}`
}

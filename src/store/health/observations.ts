import type { Kysely } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import {
  addObservations,
  createObservations,
  type HourObservations,
  parseObservations,
  stringifyObservations,
} from '../../domain/health/observations.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

export type NewObservations = HourObservations & { endpointId: string }

/** A claimed form with observations. */
export type ObservedForm = { key: number; endpoint: EndpointFacts; mailboxKey: string }

/** Maximum number of rows deleted by one statement. */
const PURGE_BATCH_SIZE = 1000

/** Adds some observations, in one transaction. The rows are locked in the order of their keys, so that nodes add up. */
export async function saveObservations(db: Kysely<Schema>, batch: readonly NewObservations[]): Promise<void> {
  const keys = await findKeys(
    db,
    batch.map(({ endpointId }) => endpointId),
  )
  const known = batch
    .flatMap(({ endpointId, ...hour }) => {
      const key = keys.get(endpointId)
      return key === undefined ? [] : [{ key, ...hour }]
    })
    .sort((one, other) => one.key - other.key || one.hour - other.hour)
  if (known.length === 0) return
  const nothing = stringifyObservations(createObservations())
  // Inserted first, so that another node that adds the same hour waits.
  await db
    .insertInto('observations')
    .values(known.map(({ key, hour }) => ({ endpoint_key: key, hour, data: nothing })))
    .onConflict((conflict) => conflict.columns(['endpoint_key', 'hour']).doNothing())
    .execute()
  const stored = await db
    .selectFrom('observations')
    .selectAll()
    .where((where) => where.or(known.map(({ key, hour }) => where.and({ endpoint_key: key, hour }))))
    .orderBy('endpoint_key')
    .orderBy('hour')
    .forUpdate()
    .execute()
  const before = new Map(stored.map((row) => [`${row.endpoint_key} ${row.hour}`, row.data]))
  await db
    .insertInto('observations')
    .values(
      known.map(({ key, hour, observations }) => {
        const sum = parseObservations(before.get(`${key} ${hour}`) ?? nothing)
        addObservations(sum, observations)
        return { endpoint_key: key, hour, data: stringifyObservations(sum) }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['endpoint_key', 'hour']).doUpdateSet((set) => ({ data: set.ref('excluded.data') })),
    )
    .execute()
}

async function findKeys(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('endpoints').select(['key', 'id']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.key]))
}

/** Loads the hours of a form since then in which something was observed, oldest first. */
export async function loadObservations(
  db: Kysely<Schema>,
  { endpointId, firstHour }: { endpointId: string; firstHour: number },
): Promise<HourObservations[]> {
  const rows = await db
    .selectFrom('observations')
    .innerJoin('endpoints', 'endpoints.key', 'observations.endpoint_key')
    .select(['observations.hour', 'observations.data'])
    .where('endpoints.id', '=', endpointId)
    .where('observations.hour', '>=', firstHour)
    .orderBy('observations.hour')
    .execute()
  return rows.map(({ hour, data }) => ({ hour, observations: parseObservations(data) }))
}

/**
 * Lists claimed forms with a key above `after` that were observed since `firstHour`, or have a finding that their owner was
 * told about, in the order of their keys. `next`: the key to continue after; null at the end.
 */
export async function listObserved(
  db: Kysely<Schema>,
  { after, firstHour, limit }: { after: number; firstHour: number; limit: number },
): Promise<{ forms: ObservedForm[]; next: number | null }> {
  const found = await db
    .selectFrom('observations')
    .select('endpoint_key')
    .where('hour', '>=', firstHour)
    .where('endpoint_key', '>', after)
    .union((select) =>
      select.selectFrom('announced_findings').select('endpoint_key').where('endpoint_key', '>', after),
    )
    .orderBy('endpoint_key')
    .limit(limit)
    .execute()
  const keys = found.map((row) => row.endpoint_key)
  const rows =
    keys.length === 0
      ? []
      : await db
          .selectFrom('endpoints')
          .selectAll()
          .where('key', 'in', keys)
          .where('account_key', 'is not', null)
          .where('retired_at', 'is', null)
          .orderBy('key')
          .execute()
  const forms = rows.map((row) => ({
    key: row.key,
    endpoint: toEndpointFacts(row),
    mailboxKey: row.mailbox_key,
  }))
  return { forms, next: keys.length === limit ? (keys.at(-1) ?? null) : null }
}

/** Deletes a batch of observations of earlier hours, and of findings last seen before then. Returns 0 when none is left. */
export async function purgeObservations(
  db: Kysely<Schema>,
  { firstHour, seenBefore }: { firstHour: number; seenBefore: Date },
): Promise<number> {
  const old = await db
    .selectFrom('observations')
    .select(['endpoint_key', 'hour'])
    .where('hour', '<', firstHour)
    .orderBy('hour')
    .limit(PURGE_BATCH_SIZE)
    .execute()
  for (const [hour, rows] of Map.groupBy(old, (row) => row.hour)) {
    await db
      .deleteFrom('observations')
      .where('hour', '=', hour)
      .where(
        'endpoint_key',
        'in',
        rows.map((row) => row.endpoint_key),
      )
      .execute()
  }
  const { numDeletedRows } = await db
    .deleteFrom('announced_findings')
    .where('seen_at', '<', seenBefore.getTime())
    .executeTakeFirst()
  return old.length + Number(numDeletedRows)
}

/** Deletes everything observed about a form. */
export async function deleteObservations(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  for (const table of ['observations', 'announced_findings'] as const) {
    await db.deleteFrom(table).where('endpoint_key', '=', endpointKey).execute()
  }
}

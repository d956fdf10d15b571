import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { BeginDecision } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import { RELEASED } from './new-delivery.ts'

/** Selects deliveries of endpoints without this date: none that is claimed, or none that is confirmed. */
function isOfEndpointWithout(column: 'endpoints.claimed_at' | 'endpoints.confirmed_at') {
  return (where: ExpressionBuilder<Schema, 'outbox'>) =>
    where.not(
      where.exists(
        where
          .selectFrom('endpoints')
          .select('endpoints.key')
          .whereRef('endpoints.key', '=', 'outbox.endpoint_key')
          .where(column, 'is not', null),
      ),
    )
}

/**
 * Holds a delivery and the due others in its scope, so that they are not looked at one by one only to be held; without those
 * that another node is about to begin. Returns the keys of the others.
 */
export async function hold(
  db: Kysely<Schema>,
  row: Selectable<Schema['outbox']>,
  request: Extract<BeginDecision<unknown>, { kind: 'hold' }> & { now: Date },
): Promise<number[]> {
  const now = request.now.getTime()
  const held = { held_at: now, due_at: request.until.getTime() }
  await db
    .updateTable('outbox')
    .set({ ...RELEASED, ...held })
    .where('key', '=', row.key)
    .execute()
  const others = await db
    .updateTable('outbox')
    .set(held)
    .where('key', 'in', (select) => selectScope(select, row, { scope: request.scope, now }))
    .returning('key')
    .execute()
  return others.map(({ key }) => key)
}

/** Holds one delivery because of the settings of its form. */
export async function holdAlone(
  db: Kysely<Schema>,
  deliveryKey: number,
  { until, gathers, now }: { until: Date; gathers: boolean; now: Date },
): Promise<void> {
  const held = { held_at: now.getTime(), due_at: until.getTime(), digest_key: gathers ? 0 : null }
  await db
    .updateTable('outbox')
    .set({ ...RELEASED, ...held })
    .where('key', '=', deliveryKey)
    .execute()
}

/** Selects the due deliveries in a scope that have not begun. */
function selectScope(
  select: ExpressionBuilder<Schema, 'outbox'>,
  row: Selectable<Schema['outbox']>,
  { scope, now }: { scope: Extract<BeginDecision<unknown>, { kind: 'hold' }>['scope']; now: number },
) {
  const due = select
    .selectFrom('outbox')
    .select('outbox.key')
    .where('outbox.due_at', '<=', now)
    .where('outbox.started_at', 'is', null)
    .where('outbox.channel', '=', row.channel)
    .forUpdate()
    .skipLocked()
  const alike = due
    .where('outbox.kind', '=', row.kind)
    .where('outbox.destination', row.destination === null ? 'is' : '=', row.destination)
  switch (scope) {
    case 'target':
      return alike.where('outbox.target', '=', row.target).where(isOfEndpointWithout('endpoints.claimed_at'))
    case 'endpoint':
      return alike.where('outbox.endpoint_key', '=', row.endpoint_key)
    case 'unconfirmed':
      // Claim emails have a part of the ceiling that no others use up.
      return (row.kind === 'claim' ? due : alike).where(isToUnconfirmed)
    case 'network':
      return alike.where(isToUnconfirmed).where(isOfNetworkOf(row.endpoint_key))
  }
}

/** Selects deliveries to recipients that have not confirmed. */
function isToUnconfirmed(where: ExpressionBuilder<Schema, 'outbox'>) {
  return where.and([
    where('outbox.destination', 'is', null),
    where('outbox.kind', '!=', 'notice'),
    isOfEndpointWithout('endpoints.confirmed_at')(where),
  ])
}

/** Selects deliveries of endpoints that were created from the same network as this one. */
function isOfNetworkOf(endpointKey: number | null) {
  return (where: ExpressionBuilder<Schema, 'outbox'>) =>
    where.exists(
      where
        .selectFrom('endpoints as held')
        .innerJoin('endpoints as same', 'same.network_key', 'held.network_key')
        .select('held.key')
        .whereRef('held.key', '=', 'outbox.endpoint_key')
        .where('same.key', '=', endpointKey),
    )
}

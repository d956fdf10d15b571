import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { BeginDecision } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import { RELEASED } from './leases.ts'

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
 * Holds a delivery and the others in its scope, including leased ones, so that they are not begun one by one only to be
 * held. Their leases are lost.
 */
export async function hold(
  db: Kysely<Schema>,
  row: Selectable<Schema['outbox']>,
  request: Extract<BeginDecision<unknown>, { kind: 'hold' }> & { now: Date },
): Promise<void> {
  const now = request.now.getTime()
  const held = { ...RELEASED, held_at: now, due_at: request.until.getTime() }
  await db.updateTable('outbox').set(held).where('key', '=', row.key).execute()
  const others = db
    .updateTable('outbox')
    .set(held)
    .where('due_at', '<=', now)
    .where('started_at', 'is', null)
    .where('channel', '=', row.channel)
  const alike = others
    .where('kind', '=', row.kind)
    .where('destination', row.destination === null ? 'is' : '=', row.destination)
  switch (request.scope) {
    case 'target':
      await alike
        .where('target', '=', row.target)
        .where(isOfEndpointWithout('endpoints.claimed_at'))
        .execute()
      return
    case 'endpoint':
      await alike.where('endpoint_key', '=', row.endpoint_key).execute()
      return
    case 'unconfirmed':
      // Claim emails have a part of the ceiling that no others use up.
      await (row.kind === 'claim' ? others : alike)
        .where('key', 'in', (select) => selectUnconfirmed(select, row.channel, now))
        .execute()
      return
    case 'network':
      await alike
        .where('key', 'in', (select) =>
          selectUnconfirmed(select, row.channel, now).where(isOfNetworkOf(row.endpoint_key)),
        )
        .execute()
  }
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

/** Selects due deliveries to recipients that have not confirmed. Skips those that another node is about to begin. */
function selectUnconfirmed(select: ExpressionBuilder<Schema, 'outbox'>, channel: string, now: number) {
  return select
    .selectFrom('outbox')
    .select('outbox.key')
    .where('outbox.channel', '=', channel)
    .where('outbox.due_at', '<=', now)
    .where('outbox.started_at', 'is', null)
    .where('outbox.destination', 'is', null)
    .where('outbox.kind', '!=', 'notice')
    .where(isOfEndpointWithout('endpoints.confirmed_at'))
    .forUpdate()
    .skipLocked()
}

import { type Kysely, sql } from 'kysely'
import type { DeliveryLease } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'

/** Columns of a row without a lease. */
export const RELEASED = { lease: null, leased_by: null, leased_until: null }

type LeaseRequest = {
  channel: string
  now: Date
  until: Date
  limit: number
  holder: string
  held: readonly number[]
  lease: string
}

/**
 * Leases due deliveries without a lease, the longest due first. Notices go before all others, because they are worthless
 * after a long wait. The key and `lease` together are the fencing token.
 */
export async function leaseDeliveries(db: Kysely<Schema>, request: LeaseRequest): Promise<DeliveryLease[]> {
  const notices = await leaseSome(db, request, 'notices')
  const limit = request.limit - notices.length
  return limit === 0 ? notices : [...notices, ...(await leaseSome(db, { ...request, limit }, 'all'))]
}

async function leaseSome(
  db: Kysely<Schema>,
  request: LeaseRequest,
  which: 'notices' | 'all',
): Promise<DeliveryLease[]> {
  const now = request.now.getTime()
  const rows = await db
    .updateTable('outbox')
    .set({ lease: request.lease, leased_by: request.holder, leased_until: request.until.getTime() })
    .where('key', 'in', (select) =>
      select
        .selectFrom('outbox')
        .select('key')
        .where('channel', '=', request.channel)
        .where('due_at', '<=', now)
        .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
        .$if(request.held.length > 0, (due) => due.where('key', 'not in', request.held))
        // A literal, so that SQLite uses the index of notices.
        .$if(which === 'notices', (due) => due.where('kind', '=', sql.lit('notice')))
        .orderBy('due_at')
        .orderBy('key')
        .limit(request.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('key')
    .execute()
  return rows.map((row) => ({ deliveryKey: row.key, lease: request.lease }))
}

/** See OutboxStore.releaseLeases. */
export async function releaseLeases(db: Kysely<Schema>, holder: string): Promise<number> {
  const released = await db
    .updateTable('outbox')
    .set(RELEASED)
    .where('leased_by', '=', holder)
    .executeTakeFirst()
  return Number(released.numUpdatedRows)
}

/** See OutboxStore.release. */
export async function release(db: Kysely<Schema>, { deliveryKey, lease }: DeliveryLease): Promise<void> {
  await db
    .updateTable('outbox')
    .set(RELEASED)
    .where('key', '=', deliveryKey)
    .where('lease', '=', lease)
    .execute()
}

/** See OutboxStore.renew. */
export async function renewLease(
  db: Kysely<Schema>,
  { deliveryKey, lease }: DeliveryLease,
  until: Date,
): Promise<boolean> {
  const renewed = await db
    .updateTable('outbox')
    .set({ leased_until: until.getTime() })
    .where('key', '=', deliveryKey)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** See OutboxStore.nextDueAt. Two index reads, however long the queue. */
export async function nextDueAt(
  db: Kysely<Schema>,
  channel: string,
  held: readonly number[],
): Promise<Date | null> {
  const due = await db
    .selectFrom('outbox')
    .select('due_at')
    .where('channel', '=', channel)
    .where('due_at', 'is not', null)
    .where('leased_by', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  const leased = await db
    .selectFrom('outbox')
    .select((select) => select.fn.min('leased_until').as('until'))
    .where('channel', '=', channel)
    .where('leased_by', 'is not', null)
    .$if(held.length > 0, (leases) => leases.where('key', 'not in', held))
    .executeTakeFirst()
  const instants = [due?.due_at, leased?.until].filter((instant) => typeof instant === 'number')
  return instants.length === 0 ? null : new Date(Math.min(...instants))
}

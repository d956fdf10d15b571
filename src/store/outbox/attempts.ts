import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { EmailBudget } from '../../domain/outbox/email-budget.ts'
import type {
  BeginDecision,
  BeginRequest,
  Begun,
  DeliveryLease,
  DueDelivery,
  Settlement,
} from '../contract/outbox-store.ts'
import { toDate } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import { createDeliveryReads } from './delivery-reads.ts'
import { RELEASED } from './leases.ts'

type OutboxRow = Selectable<Schema['outbox']>

/** See OutboxStore.begin. */
export async function beginAttempt<Content>(
  db: Kysely<Schema>,
  nextKey: NextKey,
  request: BeginRequest<Content>,
): Promise<Begun<Content>> {
  const { lease, now } = request
  const row = await lockDelivery(db, lease, now)
  if (!row) return { kind: 'lost_lease' }
  const delivery = toDueDelivery(row)
  const decision = await request.decide(delivery, createDeliveryReads(db, row, now))
  switch (decision.kind) {
    case 'send': {
      const attemptKey = nextKey()
      await insertAttempt(db, { row, attemptKey, budget: decision.budget, now })
      const { content, expiresAt } = decision
      return { kind: 'begun', delivery, attemptKey, content, expiresAt }
    }
    case 'hold':
      await hold(db, row, { ...decision, now })
      return { kind: 'held' }
    case 'end':
      await db
        .updateTable('outbox')
        .set({
          ...RELEASED,
          held_at: null,
          due_at: null,
          settled_at: now.getTime(),
          outcome: decision.outcome,
        })
        .where('key', '=', row.key)
        .execute()
      return { kind: 'ended' }
  }
}

/** Locks the delivery of a lease; undefined when the lease is lost or expired: another node may lease it at any moment. */
function lockDelivery(
  db: Kysely<Schema>,
  { deliveryKey, lease }: DeliveryLease,
  now: Date,
): Promise<OutboxRow | undefined> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('key', '=', deliveryKey)
    .where('lease', '=', lease)
    .where('leased_until', '>', now.getTime())
    .forUpdate()
    .executeTakeFirst()
}

function toDueDelivery(row: OutboxRow): DueDelivery {
  return {
    key: row.key,
    kind: row.kind,
    target: row.target,
    destination: row.destination,
    createdAt: new Date(row.created_at),
    attempts: row.attempts,
    startedAt: toDate(row.started_at),
  }
}

async function insertAttempt(
  db: Kysely<Schema>,
  attempt: { row: OutboxRow; attemptKey: number; budget: EmailBudget | null; now: Date },
): Promise<void> {
  const { row, attemptKey } = attempt
  const now = attempt.now.getTime()
  if (row.started_at !== null) {
    // The process of an unsettled attempt died: the delivery may or may not have been sent.
    await db
      .updateTable('attempts')
      .set({
        ended_at: now,
        outcome: 'unknown',
        answer: 'The service stopped before the answer was stored.',
      })
      .where('delivery_key', '=', row.key)
      .where('ended_at', 'is', null)
      .execute()
  }
  await db
    .insertInto('attempts')
    .values({ key: attemptKey, delivery_key: row.key, started_at: now })
    .execute()
  const { budget } = attempt
  const start =
    row.started_at === null ? { started_at: now, budget, budgeted_at: budget === null ? null : now } : {}
  await db
    .updateTable('outbox')
    .set({ held_at: null, attempts: row.attempts + 1, ...start })
    .where('key', '=', row.key)
    .execute()
}

/** Selects deliveries of endpoints that nobody has claimed: the others have a budget of their own, or none. */
function isUnclaimed(where: ExpressionBuilder<Schema, 'outbox'>) {
  return where.not(
    where.exists(
      where
        .selectFrom('endpoints')
        .select('endpoints.key')
        .whereRef('endpoints.key', '=', 'outbox.endpoint_key')
        .where('endpoints.claimed_at', 'is not', null),
    ),
  )
}

/**
 * Holds a delivery and the others in its scope, including leased ones, so that they are not begun one by one only to be
 * held. Their leases are lost.
 */
async function hold(
  db: Kysely<Schema>,
  row: OutboxRow,
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
    .where('kind', '=', row.kind)
    .where('destination', row.destination === null ? 'is' : '=', row.destination)
  const inScope =
    request.scope === 'target'
      ? others.where('target', '=', row.target).where(isUnclaimed)
      : others.where('endpoint_key', '=', row.endpoint_key)
  await inScope.execute()
}

/** See OutboxStore.settle. */
export async function settleAttempt(db: Kysely<Schema>, settlement: Settlement): Promise<boolean> {
  const { lease, next } = settlement
  const now = settlement.now.getTime()
  const settled = await db
    .updateTable('outbox')
    .set((row) => {
      switch (next.kind) {
        case 'settled':
          return { ...RELEASED, due_at: null, settled_at: now, outcome: next.outcome }
        case 'again':
          return { ...RELEASED, due_at: next.dueAt.getTime() }
        case 'not_counted':
          return { ...RELEASED, due_at: next.dueAt.getTime(), attempts: row('attempts', '-', 1) }
      }
    })
    .where('key', '=', lease.deliveryKey)
    .where('lease', '=', lease.lease)
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n) return false
  await db
    .updateTable('attempts')
    .set({ ended_at: now, outcome: settlement.outcome, answer: settlement.answer })
    .where('key', '=', settlement.attemptKey)
    .execute()
  return true
}

import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { EmailBudget } from '../../domain/outbox/email-budget.ts'
import { SECOND } from '../../domain/time.ts'
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
import { findOpenJudgement } from '../judging/verdicts.ts'
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
  if (row.submission_key !== null && row.started_at === null) {
    const until = await findOpenJudgement(db, row.submission_key)
    if (until) {
      await postpone(db, row.key, new Date(Math.max(until.getTime(), now.getTime() + SECOND)))
      return { kind: 'held' }
    }
  }
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

/** Postpones a delivery whose submission waits for its verdict, which makes it due. */
async function postpone(db: Kysely<Schema>, deliveryKey: number, until: Date): Promise<void> {
  const waiting = { ...RELEASED, due_at: until.getTime() }
  await db.updateTable('outbox').set(waiting).where('key', '=', deliveryKey).execute()
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
  attempt: {
    row: OutboxRow
    attemptKey: number
    budget: Extract<BeginDecision<unknown>, { kind: 'send' }>['budget']
    now: Date
  },
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
    row.started_at === null ? { started_at: now, ...(budget ? toBudgetColumns(budget, now) : {}) } : {}
  await db
    .updateTable('outbox')
    .set({ held_at: null, attempts: row.attempts + 1, ...start })
    .where('key', '=', row.key)
    .execute()
}

function toBudgetColumns(budget: { name: EmailBudget; domain: string | null }, now: number) {
  return { budget: budget.name, budget_domain: budget.domain, budgeted_at: now }
}

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
  }
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

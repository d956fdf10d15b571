import type { Kysely, Selectable } from 'kysely'
import { SECOND, toDate } from '../../domain/time.ts'
import type {
  BeginDecision,
  BeginRequest,
  Begun,
  DeliveryLease,
  DueDelivery,
} from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { findOpenJudgements } from '../judging/verdicts.ts'
import { createDeliveryReads } from './delivery-reads.ts'
import { hold } from './hold.ts'
import { RELEASED } from './leases.ts'

type OutboxRow = Selectable<Schema['outbox']>
type Sending = Extract<BeginDecision<unknown>, { kind: 'send' }>

/** See OutboxStore.begin. */
export async function beginAttempts<Content>(
  { db, save, nextKey }: Pick<WriteContext, 'db' | 'save' | 'nextKey'>,
  request: BeginRequest<Content>,
): Promise<Begun<Content>[]> {
  const { leases, now } = request
  const starts = collectStarts(save, request)
  let locked = await lockDeliveries(db, leases, now)

  async function begin(row: OutboxRow): Promise<Begun<Content>> {
    const judgedBy = row.started_at === null ? locked.judgements.get(row.submission_key ?? 0) : undefined
    if (judgedBy) {
      await postpone(db, row.key, new Date(Math.max(judgedBy.getTime(), now.getTime() + SECOND)))
      return { kind: 'held' }
    }
    const delivery = toDueDelivery(row)
    const decision = await request.decide(delivery, locked.createReads(row))
    switch (decision.kind) {
      case 'send': {
        const attemptKey = nextKey()
        if (row.started_at !== null) await endUnknownAttempt(db, row.key, now)
        starts.add(row, attemptKey, decision.budget)
        // The next decision counts it.
        if (decision.budget) starts.save()
        const { content, expiresAt } = decision
        return { kind: 'begun', delivery, attemptKey, content, expiresAt }
      }
      case 'hold':
        // Those that have begun are not held.
        starts.save()
        await hold(db, row, { ...decision, now })
        // Others of them have lost their leases.
        locked = await lockDeliveries(db, leases, now)
        return { kind: 'held' }
      case 'end':
        await end(db, row.key, { outcome: decision.outcome, now })
        return { kind: 'ended' }
    }
  }

  const results: Begun<Content>[] = []
  for (const lease of leases) {
    const row = locked.rows.get(lease.deliveryKey)
    results.push(row?.lease === lease.lease ? await begin(row) : { kind: 'lost_lease' })
  }
  starts.save()
  return results
}

/** Locks the deliveries of these leases, without those whose lease is lost or expired: another node may lease them at any moment. */
async function lockDeliveries(db: Kysely<Schema>, leases: readonly DeliveryLease[], now: Date) {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where(
      'key',
      'in',
      leases.map(({ deliveryKey }) => deliveryKey),
    )
    .where('leased_until', '>', now.getTime())
    // So that two nodes cannot deadlock.
    .orderBy('key')
    .forUpdate()
    .execute()
  const unstarted = rows.filter((row) => row.started_at === null)
  const judgements = await findOpenJudgements(
    db,
    unstarted.flatMap((row) => row.submission_key ?? []),
  )
  return {
    rows: new Map(rows.map((row) => [row.key, row])),
    judgements,
    createReads: createDeliveryReads(db, rows, now),
  }
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

/** Collects the attempts that begin, and saves them together. */
function collectStarts(save: WriteContext['save'], request: { now: Date; until: Date }) {
  const now = request.now.getTime()
  const leasedUntil = request.until.getTime()
  let starts: { row: OutboxRow; attemptKey: number; budget: Sending['budget'] }[] = []
  return {
    add(row: OutboxRow, attemptKey: number, budget: Sending['budget']): void {
      starts.push({ row, attemptKey, budget })
    },
    save(): void {
      if (starts.length === 0) return
      save({
        insert: {
          attempts: starts.map(({ row, attemptKey }) => ({
            key: attemptKey,
            delivery_key: row.key,
            started_at: now,
          })),
        },
        update: {
          outbox: starts.map(({ row, budget }) => ({
            key: row.key,
            held_at: null,
            attempts: row.attempts + 1,
            leased_until: leasedUntil,
            ...toStartColumns(row, budget, now),
          })),
        },
      })
      starts = []
    },
  }
}

/** Returns the columns that only the first attempt of a delivery changes. */
function toStartColumns(row: OutboxRow, budget: Sending['budget'], now: number) {
  const isFirst = row.started_at === null
  return {
    started_at: isFirst ? now : row.started_at,
    budget: isFirst && budget ? budget.name : row.budget,
    budget_domain: isFirst && budget ? budget.domain : row.budget_domain,
    budget_network: isFirst && budget ? budget.network : row.budget_network,
    budgeted_at: isFirst && budget ? now : row.budgeted_at,
  }
}

/** Ends the attempt whose process died before it was settled: the delivery may or may not have been sent. */
async function endUnknownAttempt(db: Kysely<Schema>, deliveryKey: number, now: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set({
      ended_at: now.getTime(),
      outcome: 'unknown',
      answer: 'The service stopped before the answer was stored.',
    })
    .where('delivery_key', '=', deliveryKey)
    .where('ended_at', 'is', null)
    .execute()
}

/** Postpones a delivery whose submission waits for its verdict, which makes it due. */
async function postpone(db: Kysely<Schema>, deliveryKey: number, until: Date): Promise<void> {
  const waiting = { ...RELEASED, due_at: until.getTime() }
  await db.updateTable('outbox').set(waiting).where('key', '=', deliveryKey).execute()
}

async function end(
  db: Kysely<Schema>,
  deliveryKey: number,
  { outcome, now }: { outcome: 'suppressed' | 'expired'; now: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...RELEASED, held_at: null, due_at: null, settled_at: now.getTime(), outcome })
    .where('key', '=', deliveryKey)
    .execute()
}

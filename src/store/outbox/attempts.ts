import { type Kysely, type Selectable, sql } from 'kysely'
import { SECOND, toDate } from '../../domain/time.ts'
import { loadLater } from '../../runtime/load-later.ts'
import type { BeginDecision, BeginRequest, Begun, DueDelivery, Settlement } from '../contract/outbox-store.ts'
import { createCompiledQuery } from '../engine/compiled-queries.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { findOpenJudgements } from '../judging/verdicts.ts'
import { createDeliveryReads } from './delivery-reads.ts'
import { hold, holdAlone } from './hold.ts'
import { RELEASED } from './new-delivery.ts'
import { isWithoutLease, lockShares } from './waiting-targets.ts'

const loadDigests = loadLater(() => import('./submission-digest.ts'))
const loadGathered = loadLater(() => import('./gathered-submissions.ts'))

type OutboxRow = Selectable<Schema['outbox']>
type Sending = Extract<BeginDecision<unknown>, { kind: 'send' }>

/** Locks due deliveries: every few emails run it twice. */
const runLock = createCompiledQuery<OutboxRow>()

/** See OutboxStore.begin. */
export async function beginAttempts<Content>(
  { db, save, nextKey }: Pick<WriteContext, 'db' | 'save' | 'nextKey'>,
  request: BeginRequest<Content>,
): Promise<Begun<Content>[]> {
  const { now } = request
  const due = await lockDue(db, request)
  if (due.length === 0) return []
  const judged = listJudged(due)
  const judgements = judged.length === 0 ? null : await findOpenJudgements(db, judged)
  const createReads = createDeliveryReads(db, due, now)
  const starts = collectStarts(save, request)
  const heldWithOthers = new Set<number>()
  const postponed: ({ key: number; due_at: number } & typeof RELEASED)[] = []

  async function begin(row: OutboxRow): Promise<Begun<Content>> {
    const judgedBy = judgements?.get(row.submission_key ?? 0)
    if (judgedBy && row.started_at === null) {
      const until = new Date(Math.max(judgedBy.getTime(), now.getTime() + SECOND))
      await postpone(db, { deliveryKey: row.key, now, until })
      return { kind: 'held', delivery: row }
    }
    const delivery = toDueDelivery(row)
    const decision = await request.decide(delivery, createReads(row))
    if (row.started_at !== null) await endUnknownAttempt(db, row.key, now)
    switch (decision.kind) {
      case 'send': {
        const attemptKey = nextKey()
        starts.add(row, attemptKey, decision.budget)
        // The next decision counts it.
        if (decision.budget) starts.save()
        const { content, expiresAt } = decision
        return { kind: 'begun', delivery, lease: { deliveryKey: row.key, attemptKey }, content, expiresAt }
      }
      case 'hold':
        // Those that have begun are not held.
        starts.save()
        for (const key of await hold(db, row, { ...decision, now })) heldWithOthers.add(key)
        return { kind: 'held', delivery }
      case 'wait':
        await holdAlone(db, row.key, { ...decision, now })
        return { kind: 'held', delivery }
      case 'gather': {
        // One that begins in this batch takes no more.
        starts.save()
        const { gather } = await loadDigests()
        const others = await gather({ db, nextKey }, row, { digest: decision.digest, now })
        for (const key of others) heldWithOthers.add(key)
        return { kind: 'held', delivery }
      }
      case 'retarget':
        await db.updateTable('outbox').set({ target: decision.target }).where('key', '=', row.key).execute()
        return { kind: 'held', delivery }
      case 'postpone':
        postponed.push({ key: row.key, ...RELEASED, due_at: decision.until.getTime() })
        return { kind: 'postponed', delivery }
      case 'leave':
        return { kind: 'left', delivery }
      case 'end':
        await end(db, row, { outcome: decision.outcome, now })
        return { kind: 'ended', delivery }
    }
  }

  const results: Begun<Content>[] = []
  let left = request.limit
  for (const row of due) {
    if (left === 0) break
    if (heldWithOthers.has(row.key)) continue
    const result = await begin(row)
    if (result.kind === 'begun') left -= 1
    results.push(result)
  }
  starts.save()
  if (postponed.length > 0) save({ update: { outbox: postponed } })
  return results
}

/**
 * Locks due deliveries whose attempt is over, the longest due first. Notices go before all others, because they are
 * worthless after a long wait. Skips those that another node is about to begin.
 */
async function lockDue(db: Kysely<Schema>, request: BeginRequest<unknown>): Promise<OutboxRow[]> {
  if (request.shares) return lockShares(db, request, request.shares)
  const looks = request.looks ?? request.limit
  const notices = await lockSome(db, { ...request, limit: looks }, 'notices')
  const limit = looks - notices.length
  if (limit === 0) return notices
  const held = [...request.held, ...notices.map(({ key }) => key)]
  return [...notices, ...(await lockSome(db, { ...request, limit, held }, 'all'))]
}

async function lockSome(
  db: Kysely<Schema>,
  { channel, now, limit, held }: Pick<BeginRequest<unknown>, 'channel' | 'now' | 'limit' | 'held'>,
  which: 'notices' | 'all',
): Promise<OutboxRow[]> {
  // The kind is a literal, so that SQLite uses the index of notices.
  const query = () =>
    db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', channel)
      .where('due_at', '<=', now.getTime())
      .where(isWithoutLease(now))
      .$if(held.length > 0, (due) => due.where('key', 'not in', held))
      .$if(which === 'notices', (due) => due.where('kind', '=', sql.lit('notice')))
      .orderBy('due_at')
      .orderBy('key')
      .limit(limit)
      .forUpdate()
      .skipLocked()
  const parameters = [channel, now.getTime(), now.getTime(), ...held, limit]
  const { rows } = await runLock(db, `${which} ${held.length}`, query, () => parameters)
  return rows
}

/**
 * Lists the submissions that may wait for a verdict. The first delivery of one that waits is not due at once; another may be
 * made while it waits.
 */
function listJudged(due: readonly OutboxRow[]): number[] {
  return due.flatMap((row) => {
    const isOfNone = row.key === row.submission_key && row.due_at === row.created_at
    return row.submission_key === null || row.started_at !== null || isOfNone ? [] : row.submission_key
  })
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
    gathers: row.digest_key === 0,
  }
}

/** Collects the attempts that begin, and saves them together with the leases of their deliveries. */
function collectStarts(save: WriteContext['save'], request: BeginRequest<unknown>) {
  const now = request.now.getTime()
  const lease = { leased_by: request.holder, leased_until: request.until.getTime() }
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
          outbox: starts.map(({ row, attemptKey, budget }) => ({
            key: row.key,
            held_at: null,
            digest_key: null,
            attempts: row.attempts + 1,
            lease: toFence(attemptKey),
            ...lease,
            ...toStartColumns(row, budget, now),
          })),
        },
      })
      starts = []
    },
  }
}

/** Returns the column `lease` of a delivery during this attempt: the result of another one is not stored. */
export function toFence(attemptKey: number): string {
  return String(attemptKey)
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

/** See OutboxStore.postpone. */
export async function postpone(
  db: Kysely<Schema>,
  { deliveryKey, now, until }: { deliveryKey: number; now: Date; until: Date },
): Promise<void> {
  const due = { ...RELEASED, due_at: until.getTime() }
  const postponed = db.updateTable('outbox').set(due).where('key', '=', deliveryKey)
  await postponed.where('due_at', '<=', now.getTime()).where(isWithoutLease(now)).execute()
}

async function end(
  db: Kysely<Schema>,
  { key, kind }: OutboxRow,
  { outcome, now }: { outcome: 'suppressed' | 'expired' | 'bounced' | 'given_up'; now: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...RELEASED, held_at: null, due_at: null, settled_at: now.getTime(), outcome })
    .where('key', '=', key)
    .execute()
  if (kind === 'notice') await (await loadGathered()).settleGathered(db, [{ digestKey: key, outcome, now }])
}

/** Settles the deliveries in digests that have ended, with their outcome, in the same transaction. */
async function settleDigests(db: Kysely<Schema>, notices: readonly Settlement[]): Promise<void> {
  const { settleGathered } = await loadGathered()
  const ended = notices.flatMap(({ lease, next, now }) =>
    next.kind === 'settled' ? [{ digestKey: lease.deliveryKey, outcome: next.outcome, now }] : [],
  )
  await settleGathered(db, ended)
}

/** See OutboxStore.settle. */
export async function settleAttempts(
  { db, save }: Pick<WriteContext, 'db' | 'save'>,
  settlements: readonly Settlement[],
): Promise<boolean[]> {
  const keys = settlements.map(({ lease }) => lease.deliveryKey)
  const locked = db.selectFrom('outbox').select(['key', 'kind', 'lease', 'attempts']).where('key', 'in', keys)
  // In order, so that two nodes cannot deadlock.
  const rows = await locked.orderBy('key').forUpdate().execute()
  const found = new Map(rows.map((row) => [row.key, row]))
  const stored = settlements.map(
    ({ lease }) => found.get(lease.deliveryKey)?.lease === toFence(lease.attemptKey),
  )
  const kept = settlements.filter((_, index) => stored[index])
  const notices = kept.filter(({ lease }) => found.get(lease.deliveryKey)?.kind === 'notice')
  if (notices.length > 0) await settleDigests(db, notices)
  save({
    update: {
      outbox: kept.map(({ lease, next, now }) => {
        const attempts = found.get(lease.deliveryKey)?.attempts ?? 0
        return {
          key: lease.deliveryKey,
          ...RELEASED,
          due_at: next.kind === 'settled' ? null : next.dueAt.getTime(),
          settled_at: next.kind === 'settled' ? now.getTime() : null,
          outcome: next.kind === 'settled' ? next.outcome : null,
          attempts: next.kind === 'not_counted' ? attempts - 1 : attempts,
        }
      }),
      attempts: kept.map(({ lease, now, outcome, answer }) => ({
        key: lease.attemptKey,
        ended_at: now.getTime(),
        outcome,
        answer,
      })),
    },
  })
  return stored
}

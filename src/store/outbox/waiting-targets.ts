import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { BeginRequest, TargetShare, WaitingTarget } from '../contract/outbox-store.ts'
import { createCompiledQuery } from '../engine/compiled-queries.ts'
import type { Schema } from '../engine/schema.ts'

type OutboxRow = Selectable<Schema['outbox']>

const runList = createCompiledQuery<{ target: string; due_at: number | null }>()
const runLock = createCompiledQuery<OutboxRow>()

/** Selects the deliveries in the index of the web channel: literally the condition of the index. */
const isWaiting = sql<boolean>`upper(channel) = 'WEB' and due_at is not null`

/**
 * See OutboxStore.listWaitingTargets. Jumps from one target to the next in the index, so a million deliveries that wait for
 * one target cost as much as one.
 */
export async function listWaitingTargets(db: Kysely<Schema>, now: Date): Promise<WaitingTarget[]> {
  const query = () =>
    sql<{ target: string; due_at: number | null }>`
      with recursive targets (target) as (
        select (select min(target) from outbox where ${isWaiting})
        union all
        select (select min(target) from outbox where ${isWaiting} and target > targets.target)
        from targets where target is not null
      )
      select target, (
        select due_at from outbox
        where ${isWaiting} and outbox.target = targets.target
          and (leased_until is null or leased_until <= ${now.getTime()})
        order by due_at limit 1
      ) as due_at
      from targets where target is not null`
  const { rows } = await runList(
    db,
    'list',
    () => ({ compile: () => query().compile(db) }),
    () => [now.getTime()],
  )
  return rows.flatMap(({ target, due_at }) => (due_at === null ? [] : { target, dueAt: new Date(due_at) }))
}

/** Locks the due deliveries of these targets that nobody is working on, the longest due of each first. */
export async function lockShares(
  db: Kysely<Schema>,
  { now, held }: Pick<BeginRequest<unknown>, 'now' | 'held'>,
  shares: readonly TargetShare[],
): Promise<OutboxRow[]> {
  const at = now.getTime()
  const locked: OutboxRow[] = []
  for (const { target, limit } of shares) {
    const query = () =>
      db
        .selectFrom('outbox')
        .selectAll()
        .where(isWaiting)
        .where('target', '=', target)
        .where('due_at', '<=', at)
        .where(isWithoutLease(now))
        .orderBy('due_at')
        .orderBy('key')
        .limit(limit)
        .forUpdate()
        .skipLocked()
    const { rows } = await runLock(db, 'lock', query, () => [target, at, at, limit])
    locked.push(...rows)
  }
  const isHeld = new Set(held)
  return locked.filter(({ key }) => !isHeld.has(key))
}

/** Selects deliveries that no attempt is in progress of. */
export function isWithoutLease(now: Date) {
  return (where: ExpressionBuilder<Schema, 'outbox'>) =>
    where.or([where('leased_until', 'is', null), where('leased_until', '<=', now.getTime())])
}

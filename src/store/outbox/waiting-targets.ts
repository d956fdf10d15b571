import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { WaitingTarget } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'

/** Selects the web deliveries of a target that nobody is working on, the longest due first, by the index of the web channel. */
export function selectDueOfTarget(db: Kysely<Schema>, target: string, now: Date) {
  return (
    db
      .selectFrom('outbox')
      // A literal, so that SQLite uses the index.
      .where('channel', '=', sql.lit('web'))
      .where('due_at', 'is not', null)
      .where('target', '=', target)
      .where(isWithoutLease(now))
      .orderBy('due_at')
      .orderBy('key')
  )
}

/**
 * See OutboxStore.listWaitingTargets. Jumps from one target to the next in the index, so a million deliveries that wait for
 * one target cost as much as one.
 */
export async function listWaitingTargets(db: Kysely<Schema>, now: Date): Promise<WaitingTarget[]> {
  const { rows } = await sql<{ target: string; due_at: number | null }>`
    with recursive targets (target) as (
      select (select min(target) from outbox where channel = 'web' and due_at is not null)
      union all
      select (select min(target) from outbox
              where channel = 'web' and due_at is not null and target > targets.target)
      from targets where target is not null
    )
    select target, (
      select due_at from outbox
      where channel = 'web' and due_at is not null and outbox.target = targets.target
        and (leased_until is null or leased_until <= ${now.getTime()})
      order by due_at limit 1
    ) as due_at
    from targets where target is not null`.execute(db)
  return rows.flatMap(({ target, due_at }) => (due_at === null ? [] : { target, dueAt: new Date(due_at) }))
}

/** Selects deliveries that no attempt is in progress of. */
export function isWithoutLease(now: Date) {
  return (where: ExpressionBuilder<Schema, 'outbox'>) =>
    where.or([where('leased_until', 'is', null), where('leased_until', '<=', now.getTime())])
}

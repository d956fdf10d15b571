import type { Kysely } from 'kysely'

import type { ChannelPause, DeliveryLease, OutboxStore } from '../contract/outbox-store.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { beginAttempts, postpone, settleAttempts } from './attempts.ts'
import { RELEASED, toFence } from './new-delivery.ts'
import { countUnconfirmedEmails } from './unconfirmed-emails.ts'

/** Creates the outbox on the write queue and the reading connection of the store. */
export function createOutboxStore({
  reads,
  write,
}: {
  reads: Kysely<Schema>
  write: QueueWrite
}): OutboxStore {
  return {
    begin: (request) =>
      write((context) => beginAttempts(context, request), { keysAt: request.now, maxKeys: request.limit }),
    settle: (settlements) => write((context) => settleAttempts(context, settlements)),
    ...bindWrites(write, { postpone, releaseLeases, renew, setPause }),
    ...bindReads(reads, { nextDueAt, backlog, countUnconfirmedEmails, findPause }),
  }
}

/** See OutboxStore.releaseLeases. */
async function releaseLeases(db: Kysely<Schema>, holder: string): Promise<number> {
  const released = await db
    .updateTable('outbox')
    .set(RELEASED)
    .where('leased_by', '=', holder)
    .executeTakeFirst()
  return Number(released.numUpdatedRows)
}

/** See OutboxStore.renew. */
async function renew(
  db: Kysely<Schema>,
  { deliveryKey, attemptKey }: DeliveryLease,
  until: Date,
): Promise<boolean> {
  const renewed = await db
    .updateTable('outbox')
    .set({ leased_until: until.getTime() })
    .where('key', '=', deliveryKey)
    .where('lease', '=', toFence(attemptKey))
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** See OutboxStore.nextDueAt. Two index reads, however long the queue. */
async function nextDueAt(db: Kysely<Schema>, channel: string, held: readonly number[]): Promise<Date | null> {
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

async function backlog(
  db: Kysely<Schema>,
  now: Date,
): Promise<{ waiting: number; held: number; oldestDueAt: Date | null }> {
  const row = await db
    .selectFrom('outbox')
    .select((select) => [
      select.fn.countAll<number>().as('waiting'),
      select.fn.count<number>('held_at').as('held'),
      select.fn.min('due_at').as('oldest_due_at'),
    ])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const oldest = row.oldest_due_at
  return {
    waiting: row.waiting,
    held: row.held,
    oldestDueAt: oldest !== null && oldest <= now.getTime() ? new Date(oldest) : null,
  }
}

/** See OutboxStore.findPause. */
export async function findPause(db: Kysely<Schema>, channel: string): Promise<ChannelPause | null> {
  const row = await db
    .selectFrom('channel_pauses')
    .selectAll()
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row ? { since: new Date(row.since), until: new Date(row.until), reason: row.reason } : null
}

async function setPause(db: Kysely<Schema>, channel: string, pause: ChannelPause | null): Promise<void> {
  await db.deleteFrom('channel_pauses').where('channel', '=', channel).execute()
  if (!pause) return
  const { since, until, reason } = pause
  await db
    .insertInto('channel_pauses')
    .values({ channel, since: since.getTime(), until: until.getTime(), reason })
    .execute()
}

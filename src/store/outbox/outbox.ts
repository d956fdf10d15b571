import type { Kysely } from 'kysely'

import type { ChannelPause, OutboxStore } from '../contract/outbox-store.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { beginAttempts } from './begin-attempts.ts'
import { leaseDeliveries, nextDueAt, release, releaseLeases, renewLease } from './leases.ts'
import { settleAttempts } from './settle-attempts.ts'
import { countUnconfirmedEmails } from './unconfirmed-emails.ts'

/** Creates the outbox on the write queue and the reading connection of the store. */
export function createOutboxStore(deps: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** Returns a fresh unguessable token for each batch of leases. */
  newLease(): string
}): OutboxStore {
  const { reads, write } = deps
  return {
    lease: (request) => write(({ db }) => leaseDeliveries(db, { ...request, lease: deps.newLease() })),
    ...bindWrites(write, { releaseLeases, release, renew: renewLease, setPause }),
    ...bindReads(reads, { nextDueAt, backlog, countUnconfirmedEmails, findPause }),
    begin: (request) =>
      write((context) => beginAttempts(context, request), {
        keysAt: request.now,
        maxKeys: request.leases.length,
      }),
    settle: (settlements) => write((context) => settleAttempts(context, settlements)),
  }
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

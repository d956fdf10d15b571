import type { Kysely } from 'kysely'
import { StoreUnavailable } from '../contract/errors.ts'
import type { Backlog, ChannelPause, DeliveryLease, OutboxStore } from '../contract/outbox-store.ts'
import { bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { beginAttempts, postpone, settleAttempts, toFence } from './attempts.ts'
import { RELEASED } from './new-delivery.ts'
import { countUnconfirmedEmails } from './unconfirmed-emails.ts'
import { listWaitingTargets } from './waiting-targets.ts'

/**
 * Creates the outbox on the write queue and the reading connection of the store. Subscribers of an account are notified
 * when a delivery has ended.
 */
export function createOutboxStore(deps: {
  reads: Kysely<Schema>
  write: QueueWrite
  live: Pick<LiveHub, 'hasAudience' | 'publish'>
}): OutboxStore {
  const { reads, write, live } = deps
  return {
    begin: (request) =>
      write((context) => beginAttempts(context, request), {
        isInternal: true,
        keysAt: request.now,
        maxKeys: request.limit,
      }),
    async settle(settlements) {
      const stored = await write((context) => settleAttempts(context, settlements), { isInternal: true })
      const over = settlements.filter(({ next }, index) => stored[index] && next.kind === 'settled')
      if (over.length > 0 && live.hasAudience()) {
        await publishEnds(
          deps,
          over.map(({ lease }) => lease.deliveryKey),
        )
      }
      return stored
    },
    ...bindWrites(forInternalWork(write), { postpone, releaseLeases, renew, setPause }),
    nextDueAt: (channel, held) => nextDueAt(reads, channel, held),
    listWaitingTargets: (now) => listWaitingTargets(reads, now),
    backlog: (now) => backlog(reads, now),
    countUnconfirmedEmails: (now) => countUnconfirmedEmails(reads, now),
    findPause: (channel) => findPause(reads, channel),
  }
}

/** NOTE: must not fail: the deliveries are settled already. */
async function publishEnds(
  { reads, live }: { reads: Kysely<Schema>; live: Pick<LiveHub, 'publish'> },
  deliveryKeys: readonly number[],
): Promise<void> {
  const rows = await reads
    .selectFrom('outbox')
    .innerJoin('endpoints', 'endpoints.key', 'outbox.endpoint_key')
    .select(['endpoints.id', 'endpoints.account_key'])
    .distinct()
    .where((where) =>
      where.or([where('outbox.key', 'in', deliveryKeys), where('outbox.digest_key', 'in', deliveryKeys)]),
    )
    .execute()
    .catch((error: unknown) => {
      // Subscribers reconnect when the database is back, and read again.
      if (error instanceof StoreUnavailable) return []
      throw error
    })
  live.publish(
    rows.flatMap(({ id, account_key: key }) =>
      key === null
        ? []
        : [{ topic: { kind: 'account', key }, event: { kind: 'changed', endpointId: id } } as const],
    ),
  )
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

async function backlog(db: Kysely<Schema>, now: Date): Promise<Backlog> {
  const rows = await db
    .selectFrom('outbox')
    .select((select) => [
      'channel',
      select.fn.countAll<number>().as('waiting'),
      select.fn.count<number>('held_at').as('held'),
      select.fn.min('due_at').as('oldest_due_at'),
    ])
    .where('due_at', 'is not', null)
    .groupBy('channel')
    .execute()
  const due = rows.flatMap(({ channel, oldest_due_at: at }) =>
    at !== null && at <= now.getTime() ? [[channel, new Date(at)] as const] : [],
  )
  return {
    waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
    held: rows.reduce((sum, row) => sum + row.held, 0),
    oldestDueAt: Object.fromEntries(due),
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

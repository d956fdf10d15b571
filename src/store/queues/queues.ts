import type { Kysely } from 'kysely'
import type { QueueCounts, QueueStore } from '../contract/queue-store.ts'
import { bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { queueChanged } from '../live/notifications.ts'
import { deleteDead, deleteOneDead, listDead, replayAllDead, replayDead } from './dead-messages.ts'
import { listMessages, nextReadyAt, peekMessages, pullMessages } from './messages.ts'
import { purgeMessages } from './purge-messages.ts'
import { purgeRates, readRates } from './queue-tally.ts'
import { removeMessages, settleMessages } from './settle-messages.ts'

/** Creates the queue store on the write queue and the reading connection. */
export function createQueueStore({
  write,
  reads,
  live,
}: {
  write: QueueWrite
  reads: Kysely<Schema>
  live: LiveHub
}): QueueStore {
  const purge = throttledWrite(write)
  const publish = (queueKey: number) => live.publish([queueChanged(queueKey)])
  return {
    ...bindReads(reads, {
      list: listMessages,
      peek: peekMessages,
      nextReadyAt,
      counts: loadCounts,
      rates: readRates,
      listDead,
      countAll: countAllMessages,
    }),
    async pull(request) {
      const { cut, ...pulled } = await write(({ db, getTally }) => pullMessages(db, getTally(), request))
      // Consumers that pulled meanwhile may not have seen the messages that were left behind.
      if (cut) publish(request.queueKey)
      return pulled
    },
    async settle(request) {
      const settled = await write(({ db, getTally }) => settleMessages(db, getTally(), request))
      if (settled.retried.size > 0) publish(request.queueKey)
      return settled
    },
    remove: (request) => write(({ db, getTally }) => removeMessages(db, getTally(), request)),
    async count(queueKey, now) {
      const counts = await loadCounts(reads, [queueKey], now)
      return counts.get(queueKey) ?? { backlog: 0, inFlight: 0, dead: 0, oldestAt: null }
    },
    watch: (queueKey, listener) => live.subscribe({ kind: 'queue', key: queueKey }, listener),
    async replay(request) {
      const replayed = await write(({ db, getTally }) => replayDead(db, getTally(), request))
      if (replayed) publish(request.queueKey)
      return replayed
    },
    async replayAll(request) {
      const replayed = await write(({ db, getTally }) => replayAllDead(db, getTally(), request))
      if (replayed > 0) publish(request.queueKey)
      return replayed
    },
    deleteOneDead: (request) => write(({ db, getTally }) => deleteOneDead(db, getTally(), request)),
    deleteDead: (request) => write(({ db, getTally }) => deleteDead(db, getTally(), request)),
    purge: (request) => purge(({ db, getTally }) => purgeMessages(db, getTally(), request)),
    purgeRates: (before) => purge(({ db }) => purgeRates(db, before)),
  }
}

/** See QueueStore.countAll. */
async function countAllMessages(db: Kysely<Schema>): Promise<{ backlog: number; dead: number }> {
  const { backlog, dead } = await db
    .selectFrom('queue_counts')
    .select(({ fn }) => [
      fn.sum<string | number | null>('backlog').as('backlog'),
      fn.sum<string | number | null>('dead').as('dead'),
    ])
    .executeTakeFirstOrThrow()
  // PostgreSQL returns a sum as text.
  return { backlog: Number(backlog), dead: Number(dead) }
}

/** See QueueStore.counts. */
async function loadCounts(
  db: Kysely<Schema>,
  queueKeys: readonly number[],
  now: Date,
): Promise<Map<number, QueueCounts>> {
  if (queueKeys.length === 0) return new Map()
  const kept = await db
    .selectFrom('queue_counts')
    .selectAll()
    .where('endpoint_key', 'in', queueKeys)
    .execute()
  const out = await db
    .selectFrom('messages')
    .select((select) => ['endpoint_key', select.fn.countAll<number>().as('out')])
    .where('endpoint_key', 'in', queueKeys)
    .where('ready_at', '>', now.getTime())
    .where('lease', 'is not', null)
    .where('dead_at', 'is', null)
    .groupBy('endpoint_key')
    .execute()
  const inFlight = new Map(out.map((row) => [row.endpoint_key, row.out]))
  const oldest = await findOldest(db, queueKeys)
  return new Map(
    kept.map(({ endpoint_key: key, backlog, dead }) => [
      key,
      { backlog, inFlight: inFlight.get(key) ?? 0, dead, oldestAt: oldest.get(key) ?? null },
    ]),
  )
}

/** Returns when the oldest message of each backlog was published. Each minimum is the edge of an index, or of a short one. */
async function findOldest(db: Kysely<Schema>, queueKeys: readonly number[]): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('queue_counts')
    .select(({ selectFrom }) => [
      'endpoint_key',
      selectFrom('messages')
        .select(({ fn }) => fn.min('messages.key').as('key'))
        .whereRef('messages.endpoint_key', '=', 'queue_counts.endpoint_key')
        .where('ready_at', 'is', null)
        .where('dead_at', 'is', null)
        .as('fresh'),
      selectFrom('messages')
        .select(({ fn }) => fn.min('messages.key').as('key'))
        .whereRef('messages.endpoint_key', '=', 'queue_counts.endpoint_key')
        .where('ready_at', 'is not', null)
        .where('dead_at', 'is', null)
        .as('timed'),
    ])
    .where('endpoint_key', 'in', queueKeys)
    .where('backlog', '>', 0)
    .execute()
  const keys = rows.map(({ fresh, timed }) => Math.min(fresh ?? Number.MAX_VALUE, timed ?? Number.MAX_VALUE))
  if (keys.length === 0) return new Map()
  const published = await db
    .selectFrom('messages')
    .select(['endpoint_key', 'published_at'])
    .where(
      'key',
      'in',
      keys.filter((key) => key < Number.MAX_VALUE),
    )
    .execute()
  return new Map(published.map((row) => [row.endpoint_key, new Date(row.published_at)]))
}

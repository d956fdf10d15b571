import type { Kysely } from 'kysely'
import { type PushFailure, toPushFailure } from '../../domain/queues/push.ts'
import { bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'
import type { LiveHub, LiveListener } from '../live/live-hub.ts'
import { queueChanged } from '../live/notifications.ts'
import { deleteDead, deleteOneDead, listDead, replayAllDead, replayDead } from './dead-messages.ts'
import { listMessages, nextReadyAt, type PullRequest, peekMessages, pullMessages } from './messages.ts'
import { purgeMessages } from './purge-messages.ts'
import { leasePush, listPushing, type PushLeaseRequest } from './push.ts'
import { purgeRates, readRates } from './queue-tally.ts'
import { removeMessages, type SettleRequest, settleMessages } from './settle-messages.ts'

/** The messages of queues. The consequence `messages` of a change publishes them. */
export type QueueStore = ReturnType<typeof createQueueStore>

export type QueueCounts = {
  /** Not acknowledged and not dead; includes leased messages. */
  backlog: number
  /** Currently leased. */
  inFlight: number
  dead: number
  /** Time at which the oldest message of the backlog was published; null when it is empty. */
  oldestAt: Date | null
  /** The last failure of its pushes; null without one. */
  pushFailure: PushFailure | null
}

/** Creates the queue store on the write queue and the reading connection. */
export function createQueueStore({
  write,
  reads,
  live,
}: {
  write: QueueWrite
  reads: Kysely<Schema>
  live: LiveHub
}) {
  const purge = throttledWrite(write)
  const internal = forInternalWork(write)
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
      listPushing,
    }),
    async pull(request: PullRequest) {
      const { cut, ...pulled } = await write(({ db, getTally }) => pullMessages(db, getTally(), request))
      // Consumers that pulled meanwhile may not have seen the messages that were left behind.
      if (cut) publish(request.queueKey)
      return pulled
    },
    /** Leases messages to be posted to the webhook of the queue. */
    async leasePush<Target>(request: PushLeaseRequest<Target>) {
      const leased = await internal(({ db, getTally }) => leasePush(db, getTally(), request))
      if (leased.kind === 'leased' && leased.cut) publish(request.queueKey)
      return leased
    },
    /** Settles a message that was posted. */
    async settlePush(request: SettleRequest) {
      const settled = await internal(({ db, getTally }) => settleMessages(db, getTally(), request))
      if (settled.retried.size > 0) publish(request.queueKey)
      return settled
    },
    async settle(request: SettleRequest) {
      const settled = await write(({ db, getTally }) => settleMessages(db, getTally(), request))
      if (settled.retried.size > 0) publish(request.queueKey)
      return settled
    },
    remove: (request: { queueKey: number; keys: readonly number[] }) =>
      write(({ db, getTally }) => removeMessages(db, getTally(), request)),
    async count(queueKey: number, now: Date): Promise<QueueCounts> {
      const counts = await loadCounts(reads, [queueKey], now)
      return counts.get(queueKey) ?? { backlog: 0, inFlight: 0, dead: 0, oldestAt: null, pushFailure: null }
    },
    /**
     * Calls `listener` with `changed` whenever there may be new messages to pull, or the time of the next one changes, and
     * with `access` when a key of the queue was revoked: at once for changes on this node, usually within a tenth of a second
     * for other nodes.
     *
     * @returns ends the subscription
     */
    watch: (queueKey: number, listener: LiveListener) =>
      live.subscribe({ kind: 'queue', key: queueKey }, listener),
    async replay(request: { queueKey: number; key: number }) {
      const replayed = await write(({ db, getTally }) => replayDead(db, getTally(), request))
      if (replayed) publish(request.queueKey)
      return replayed
    },
    async replayAll(request: { queueKey: number; limit: number; among?: readonly number[] }) {
      const replayed = await write(({ db, getTally }) => replayAllDead(db, getTally(), request))
      if (replayed > 0) publish(request.queueKey)
      return replayed
    },
    deleteOneDead: (request: { queueKey: number; key: number }) =>
      write(({ db, getTally }) => deleteOneDead(db, getTally(), request)),
    deleteDead: (request: { queueKey: number; limit: number }) =>
      write(({ db, getTally }) => deleteDead(db, getTally(), request)),
    purge: (request: { now: Date; limit: number }) =>
      purge(({ db, getTally }) => purgeMessages(db, getTally(), request)),
    purgeRates: (before: Date) => purge(({ db }) => purgeRates(db, before)),
  }
}

/** Returns the number of messages in all queues together; `backlog` includes the leased ones. */
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

/** Counts the messages of many queues, by their keys; queues that never held a message are absent. */
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
    kept.map(({ endpoint_key: key, backlog, dead, push_failed_at, push_failure }) => [
      key,
      {
        backlog,
        inFlight: inFlight.get(key) ?? 0,
        dead,
        oldestAt: oldest.get(key) ?? null,
        pushFailure: toPushFailure(push_failed_at, push_failure),
      },
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

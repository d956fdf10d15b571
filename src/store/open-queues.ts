import type { Kysely } from 'kysely'
import type { QueueWrite } from './accounts.ts'
import { deleteDead, listDead, purgeMessages, replayAllDead, replayDead } from './dead-messages.ts'
import { nextReadyAt, peekMessages, pullMessages } from './messages.ts'
import type { QueueCounts, QueueStore } from './queue-store.ts'
import { purgeRates, readRates } from './queue-tally.ts'
import type { QueueWatch } from './queue-watch.ts'
import type { Schema } from './schema.ts'
import { giveBackMessages, removeMessages, settleMessages } from './settled-messages.ts'

/** The messages of queues, on the write queue and the reading connection of the store. */
export function openQueues({
  write,
  reads,
  watch,
}: {
  write: QueueWrite
  reads: Kysely<Schema>
  watch: QueueWatch
}): QueueStore {
  return {
    async pull(request) {
      const { cut, ...pulled } = await write((db, _, tally) => pullMessages(db, tally, request))
      // Who looked meanwhile may not have seen what was left behind.
      if (cut) watch.tell([request.queueKey])
      return pulled
    },
    async settle(request) {
      const settled = await write((db, _, tally) => settleMessages(db, tally, request))
      if (settled.retried.size > 0) watch.tell([request.queueKey])
      return settled
    },
    async giveBack(request) {
      await write((db) => giveBackMessages(db, request))
      watch.tell([request.queueKey])
    },
    remove: (request) => write((db, _, tally) => removeMessages(db, tally, request)),
    peek: (request) => peekMessages(reads, request),
    nextReadyAt: (queueKey, now) => nextReadyAt(reads, queueKey, now),
    count: (queueKey, now) => count(reads, queueKey, now),
    rates: (request) => readRates(reads, request),
    watch: watch.watch,
    listDead: (request) => listDead(reads, request),
    async replay(request) {
      const replayed = await write((db, _, tally) => replayDead(db, tally, request))
      if (replayed) watch.tell([request.queueKey])
      return replayed
    },
    async replayAll(request) {
      const replayed = await write((db, _, tally) => replayAllDead(db, tally, request))
      if (replayed > 0) watch.tell([request.queueKey])
      return replayed
    },
    deleteDead: (request) => write((db, _, tally) => deleteDead(db, tally, request)),
    purge: (request) => write((db, _, tally) => purgeMessages(db, tally, request)),
    purgeRates: (before) => write((db) => purgeRates(db, before)),
  }
}

async function count(db: Kysely<Schema>, queueKey: number, now: Date): Promise<QueueCounts> {
  const kept = await db
    .selectFrom('queue_counts')
    .select(['backlog', 'dead'])
    .where('endpoint_key', '=', queueKey)
    .executeTakeFirst()
  const { out } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('out'))
    .where('endpoint_key', '=', queueKey)
    .where('ready_at', '>', now.getTime())
    .where('lease', 'is not', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { backlog: kept?.backlog ?? 0, inFlight: out, dead: kept?.dead ?? 0 }
}

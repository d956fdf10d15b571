import type { Kysely } from 'kysely'
import type { QueueWrite } from './accounts.ts'
import { deleteDead, listDead, purgeMessages, replayDead } from './dead-messages.ts'
import { nextReadyAt, peekMessages, pullMessages, settleMessages } from './messages.ts'
import type { QueueCounts, QueueStore } from './queue-store.ts'
import type { Schema } from './schema.ts'

/** The messages of queues, on the write queue and the reading connection of the store. */
export function openQueues(write: QueueWrite, reads: Kysely<Schema>): QueueStore {
  return {
    pull: (request) => write((db) => pullMessages(db, request)),
    settle: (request) => write((db) => settleMessages(db, request)),
    peek: (request) => peekMessages(reads, request),
    nextReadyAt: (queueKey, now) => nextReadyAt(reads, queueKey, now),
    count: (queueKey, now) => count(reads, queueKey, now),
    listDead: (request) => listDead(reads, request),
    replay: (request) => write((db) => replayDead(db, request)),
    deleteDead: (request) => write((db) => deleteDead(db, request)),
    purge: (request) => write((db) => purgeMessages(db, request)),
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

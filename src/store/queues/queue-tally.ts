import { type Kysely, sql } from 'kysely'
import { HOUR } from '../../domain/time.ts'
import type { MessageCounts, MessageRates, QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'

/** Creates the empty tally of one transaction. */
export function createQueueTally(): QueueTally {
  const counts = new Map<number, MessageCounts>()
  const rates = new Map<string, MessageRates & { queueKey: number; hour: number }>()

  return {
    addMessages(queueKey, { backlog = 0, dead = 0, failure }) {
      const earlier = counts.get(queueKey) ?? { backlog: 0, dead: 0 }
      counts.set(queueKey, {
        backlog: earlier.backlog + backlog,
        dead: earlier.dead + dead,
        failure: failure ?? earlier.failure,
      })
    },
    addRates(queueKey, { published = 0, acked = 0, redelivered = 0, died = 0 }, now) {
      const hour = toHour(now)
      const counter = toCounter(queueKey, hour)
      const earlier = rates.get(counter) ?? { published: 0, acked: 0, redelivered: 0, died: 0 }
      rates.set(counter, {
        queueKey,
        hour,
        published: earlier.published + published,
        acked: earlier.acked + acked,
        redelivered: earlier.redelivered + redelivered,
        died: earlier.died + died,
      })
    },
    getUnsavedBacklog: (queueKey) => counts.get(queueKey)?.backlog ?? 0,
    async save(db) {
      // In the order of their keys, so that two nodes cannot deadlock.
      for (const [queueKey, more] of [...counts].sort(([one], [other]) => one - other)) {
        if (more.backlog !== 0 || more.dead !== 0 || more.failure) await saveCounts(db, queueKey, more)
      }
      for (const [counter, more] of [...rates].sort(([one], [other]) => (one < other ? -1 : 1))) {
        if (more.published + more.acked + more.redelivered + more.died > 0) await saveRates(db, counter, more)
      }
    },
  }
}

async function saveCounts(
  db: Kysely<Schema>,
  queueKey: number,
  { backlog, dead, failure }: MessageCounts,
): Promise<void> {
  const failed = failure ? { push_failed_at: failure.at.getTime(), push_failure: failure.answer } : {}
  await db
    .insertInto('queue_counts')
    .values({ endpoint_key: queueKey, backlog, dead, ...failed })
    .onConflict((conflict) =>
      conflict.column('endpoint_key').doUpdateSet((set) => ({
        backlog: set('queue_counts.backlog', '+', backlog),
        dead: set('queue_counts.dead', '+', dead),
        ...failed,
      })),
    )
    .execute()
}

async function saveRates(
  db: Kysely<Schema>,
  counter: string,
  { queueKey, hour, published, acked, redelivered, died }: MessageRates & { queueKey: number; hour: number },
): Promise<void> {
  await db
    .insertInto('queue_rates')
    .values({
      counter,
      endpoint_key: queueKey,
      hour,
      published,
      acked,
      redelivered: redelivered || null,
      died: died || null,
    })
    .onConflict((conflict) =>
      conflict.column('counter').doUpdateSet((set) => ({
        published: set('queue_rates.published', '+', published),
        acked: set('queue_rates.acked', '+', acked),
        ...(redelivered > 0
          ? { redelivered: sql<number>`coalesce(queue_rates.redelivered, 0) + ${redelivered}` }
          : {}),
        ...(died > 0 ? { died: sql<number>`coalesce(queue_rates.died, 0) + ${died}` } : {}),
      })),
    )
    .execute()
}

export type QueueRate = MessageRates & { hour: Date }

/**
 * Returns the messages published, acknowledged, delivered again and dead-lettered in each of the last hours of UTC, oldest
 * first, without test messages.
 */
export async function readRates(
  db: Kysely<Schema>,
  { queueKey, hours, now }: { queueKey: number; hours: number; now: Date },
): Promise<QueueRate[]> {
  const last = toHour(now)
  const wanted = Array.from({ length: hours }, (_, index) => last - hours + 1 + index)
  const rows = await db
    .selectFrom('queue_rates')
    .select(['hour', 'published', 'acked', 'redelivered', 'died'])
    .where(
      'counter',
      'in',
      wanted.map((hour) => toCounter(queueKey, hour)),
    )
    .execute()
  const kept = new Map(rows.map((row) => [row.hour, row]))
  return wanted.map((hour) => {
    const { published = 0, acked = 0, redelivered, died } = kept.get(hour) ?? {}
    return {
      hour: new Date(hour * HOUR),
      published,
      acked,
      redelivered: redelivered ?? 0,
      died: died ?? 0,
    }
  })
}

/** Deletes the rates of hours before then. */
export async function purgeRates(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom('queue_rates').where('hour', '<', toHour(before)).execute()
}

/** Deletes the counts and rates of a deleted queue. */
export async function forgetQueue(db: Kysely<Schema>, queueKey: number): Promise<void> {
  await db.deleteFrom('queue_counts').where('endpoint_key', '=', queueKey).execute()
  await db.deleteFrom('queue_rates').where('endpoint_key', '=', queueKey).execute()
}

function toHour(instant: Date): number {
  return Math.floor(instant.getTime() / HOUR)
}

function toCounter(queueKey: number, hour: number): string {
  return `${queueKey} ${hour}`
}

import type { Insertable, Kysely } from 'kysely'
import { afterDelivery, oldestMessage } from '../domain/queue.ts'
import type {
  LeasedMessage,
  NewMessage,
  PulledMessage,
  PullRequest,
  SettledMessages,
  SettleRequest,
  StoredMessage,
} from './queue-store.ts'
import { keyAt } from './row-keys.ts'
import type { Schema } from './schema.ts'

type Row = Schema['messages']

/** A message as a new row. */
export function newMessage(message: NewMessage & { queueKey: number; publishedAt: Date }): Insertable<Row> {
  return {
    key: message.key,
    endpoint_key: message.queueKey,
    published_at: message.publishedAt.getTime(),
    type: message.type,
    body: message.text,
    ready_at: message.readyAt?.getTime() ?? null,
    deliveries: 0,
  }
}

/** Keeps the numbers of a queue: its counts are kept, never counted. */
export async function countMessages(
  db: Kysely<Schema>,
  queueKey: number,
  more: { backlog: number; dead: number },
): Promise<void> {
  const { backlog, dead } = more
  if (backlog === 0 && dead === 0) return
  await db
    .insertInto('queue_counts')
    .values({ endpoint_key: queueKey, backlog, dead })
    .onConflict((conflict) =>
      conflict.column('endpoint_key').doUpdateSet((set) => ({
        backlog: set('queue_counts.backlog', '+', backlog),
        dead: set('queue_counts.dead', '+', dead),
      })),
    )
    .execute()
}

/** See QueueStore.pull. What is due again goes before what was published after it. */
export async function pullMessages(db: Kysely<Schema>, request: PullRequest): Promise<PulledMessage[]> {
  const { queueKey, limit } = request
  const due = inOrder(db, request, 'due').select(['key', 'deliveries'])
  const again = await due.forUpdate().skipLocked().execute()
  const dead = again.filter((row) => afterDelivery(row.deliveries) === 'dead').map((row) => row.key)
  await bury(db, queueKey, dead, request.now)
  const fresh = await inOrder(db, request, 'fresh').select('key').forUpdate().skipLocked().execute()
  const keys = [...again.filter((row) => !dead.includes(row.key)), ...fresh]
    .map((row) => row.key)
    .sort((one, other) => one - other)
    .slice(0, limit)
  if (keys.length === 0) return []
  const rows = await db
    .updateTable('messages')
    .set((set) => ({
      ready_at: request.until.getTime(),
      deliveries: set('deliveries', '+', 1),
      lease: request.lease,
    }))
    .where('key', 'in', keys)
    .returningAll()
    .execute()
  return rows
    .sort((one, other) => one.key - other.key)
    .map((row) => ({ ...storedMessage(row), lease: request.lease }))
}

/** See QueueStore.peek. */
export async function peekMessages(
  db: Kysely<Schema>,
  request: { queueKey: number; limit: number; now: Date },
): Promise<StoredMessage[]> {
  const rows = [
    ...(await inOrder(db, request, 'due').selectAll().execute()),
    ...(await inOrder(db, request, 'fresh').selectAll().execute()),
  ]
  return rows
    .filter((row) => afterDelivery(row.deliveries) === 'again')
    .sort((one, other) => one.key - other.key)
    .slice(0, request.limit)
    .map(storedMessage)
}

/** See QueueStore.settle. */
export async function settleMessages(db: Kysely<Schema>, request: SettleRequest): Promise<SettledMessages> {
  const { queueKey, now } = request
  const acked = new Set<number>()
  for (const [lease, keys] of byLease(request.acks)) {
    const gone = await db
      .deleteFrom('messages')
      .where('key', 'in', keys)
      .where('endpoint_key', '=', queueKey)
      .where('lease', '=', lease)
      .where('dead_at', 'is', null)
      .returning('key')
      .execute()
    for (const row of gone) acked.add(row.key)
  }
  await countMessages(db, queueKey, { backlog: -acked.size, dead: 0 })
  const retried = new Set<number>()
  for (const { key, lease, readyAt } of request.retries) {
    const row = await db
      .updateTable('messages')
      .set({ ready_at: readyAt?.getTime() ?? null, lease: null })
      .where('key', '=', key)
      .where('endpoint_key', '=', queueKey)
      .where('lease', '=', lease)
      .where('dead_at', 'is', null)
      .returning(['key', 'deliveries'])
      .executeTakeFirst()
    if (!row) continue
    retried.add(row.key)
    if (afterDelivery(row.deliveries) === 'dead') await bury(db, queueKey, [row.key], now)
  }
  return { acked, retried }
}

/** See QueueStore.nextReadyAt. */
export async function nextReadyAt(db: Kysely<Schema>, queueKey: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('messages')
    .select('ready_at')
    .where('endpoint_key', '=', queueKey)
    .where('ready_at', '>', now.getTime())
    .where('dead_at', 'is', null)
    .orderBy('ready_at')
    .limit(1)
    .executeTakeFirst()
  return row?.ready_at == null ? null : new Date(row.ready_at)
}

/** Counts messages as dead and takes them out of everybody's reach. */
export async function bury(
  db: Kysely<Schema>,
  queueKey: number,
  keys: readonly number[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('messages')
    .set({ dead_at: now.getTime(), ready_at: null, lease: null })
    .where('key', 'in', keys)
    .execute()
  await countMessages(db, queueKey, { backlog: -keys.length, dead: keys.length })
}

export function storedMessage(row: Row): StoredMessage {
  return {
    key: row.key,
    publishedAt: new Date(row.published_at),
    type: row.type,
    text: row.body,
    deliveries: row.deliveries,
  }
}

/** Messages that can be had now: fresh ones in the order of their publishing, due ones in that of their waiting. */
function inOrder(
  db: Kysely<Schema>,
  request: { queueKey: number; now: Date; limit: number },
  which: 'fresh' | 'due',
) {
  const messages = db
    .selectFrom('messages')
    .where('endpoint_key', '=', request.queueKey)
    .where('dead_at', 'is', null)
    .where('key', '>=', keyAt(oldestMessage(request.now)))
    .limit(request.limit)
  return which === 'fresh'
    ? messages.where('ready_at', 'is', null).orderBy('key')
    : messages.where('ready_at', '<=', request.now.getTime()).orderBy('ready_at').orderBy('key')
}

function byLease(messages: readonly LeasedMessage[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { key, lease } of messages) {
    const keys = found.get(lease)
    if (keys) keys.push(key)
    else found.set(lease, [key])
  }
  return found
}

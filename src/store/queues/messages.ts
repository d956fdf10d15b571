import { type Insertable, type Kysely, sql } from 'kysely'
import {
  afterDelivery,
  getMessageCutoff,
  MAX_PULLED_BYTES,
  type MessageContent,
  type QueueLimits,
} from '../../domain/queues/queue.ts'
import { toDate } from '../../domain/time.ts'
import type { NewMessage } from '../contract/changes.ts'
import type { QueueTally } from '../engine/queue-tally.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'

type Row = Schema['messages']

export type PullRequest = {
  queueKey: number
  limits: QueueLimits
  now: Date
  until: Date
  limit: number
  lease: string
  /** The messages are leased to be posted to the webhook of the queue. */
  isPushed?: boolean
}

export type StoredMessage = MessageContent & {
  key: number
  publishedAt: Date
  /** Number of deliveries. */
  deliveries: number
  /** Reason of the last retry; null without one. */
  reason: string | null
  /** Time at which it became a dead letter; null while it is none. */
  deadAt: Date | null
  isTest: boolean
}

export type PulledMessage = StoredMessage & { lease: string }

/** `backlog`: messages not acknowledged and not dead, before this pull. */
type Pulled = { messages: PulledMessage[]; backlog: number }

/** Builds the row of a new message. */
export function newMessage(message: NewMessage & { queueKey: number; publishedAt: Date }): Insertable<Row> {
  return {
    key: message.key,
    endpoint_key: message.queueKey,
    published_at: message.publishedAt.getTime(),
    type: message.type,
    body: message.text,
    ready_at: message.readyAt?.getTime() ?? null,
    deliveries: 0,
    is_test: message.isTest ? 1 : null,
  }
}

/**
 * Leases up to `limit` messages, oldest first; no other pull returns them before `until`, on any node. Messages that are due
 * again go before those that nobody has received yet.
 */
export async function pullMessages(
  db: Kysely<Schema>,
  tally: QueueTally,
  request: PullRequest,
): Promise<Pulled & { cut: boolean }> {
  const { queueKey, limit, lease, now } = request
  const due = await selectSizes(selectReceivable(db, request, 'due'))
    .forUpdate()
    .skipLocked()
    .execute()
  const isDead = ({ deliveries }: { deliveries: number }) =>
    afterDelivery(deliveries, request.limits) === 'dead'
  const dead = due.filter(isDead).map((row) => row.key)
  await deadLetter(db, tally, { queueKey, keys: dead, now })
  const again = due.filter((row) => !isDead(row))
  // Other nodes skip locked messages, so only as many as needed are locked.
  const wanted = limit - again.length
  const fresh =
    wanted === 0
      ? []
      : await selectSizes(selectReceivable(db, { ...request, limit: wanted }, 'fresh'))
          .forUpdate()
          .skipLocked()
          .execute()
  const found = [...again, ...fresh].sort(byKey)
  const keys = withinBytes(found).map((row) => row.key)
  const backlog = (await loadBacklog(db, queueKey)) + tally.getUnsavedBacklog(queueKey)
  // Others that are due may stand behind the messages that were dead-lettered.
  const cut = keys.length < found.length || (dead.length > 0 && due.length === limit)
  if (keys.length === 0) return { messages: [], backlog, cut }
  const rows = await db
    .updateTable('messages')
    .set((set) => ({
      ready_at: request.until.getTime(),
      deliveries: set('deliveries', '+', 1),
      lease,
      pushed: request.isPushed ? (1 as const) : null,
    }))
    .where('key', 'in', keys)
    .returningAll()
    .execute()
  const redelivered = rows.filter((row) => row.deliveries > 1 && row.is_test !== 1).length
  if (redelivered > 0) tally.addRates(queueKey, { redelivered }, now)
  const messages: PulledMessage[] = rows.sort(byKey).map((row) => ({ ...toStoredMessage(row), lease }))
  return { messages, backlog, cut }
}

/** Returns the oldest messages that a pull would lease now. */
export async function peekMessages(
  db: Kysely<Schema>,
  request: { queueKey: number; limit: number; limits: QueueLimits; now: Date },
): Promise<Omit<Pulled, 'messages'> & { messages: StoredMessage[] }> {
  const found = [
    ...(await selectSizes(selectReceivable(db, request, 'due')).execute()),
    ...(await selectSizes(selectReceivable(db, request, 'fresh')).execute()),
  ]
  const shown = found.filter((row) => afterDelivery(row.deliveries, request.limits) === 'again').sort(byKey)
  const keys = withinBytes(shown.slice(0, request.limit)).map((row) => row.key)
  const rows =
    keys.length === 0 ? [] : await db.selectFrom('messages').selectAll().where('key', 'in', keys).execute()
  return { messages: rows.sort(byKey).map(toStoredMessage), backlog: await loadBacklog(db, request.queueKey) }
}

/** Returns the next time at which a leased or delayed message can be pulled, or null when there is none. */
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

/** Marks messages as dead, so that nobody receives them any more. */
export async function deadLetter(
  db: Kysely<Schema>,
  tally: QueueTally,
  { queueKey, keys, now }: { queueKey: number; keys: readonly number[]; now: Date },
): Promise<void> {
  if (keys.length === 0) return
  const rows = await db
    .updateTable('messages')
    .set({ dead_at: now.getTime(), ready_at: null, lease: null, pushed: null })
    .where('key', 'in', keys)
    .returning('is_test')
    .execute()
  tally.addMessages(queueKey, { backlog: -keys.length, dead: keys.length })
  tally.addRates(queueKey, { died: rows.filter((row) => row.is_test !== 1).length }, now)
}

/** Converts a row of `messages`, without its lease. */
export function toStoredMessage(row: Row): StoredMessage {
  return {
    key: row.key,
    publishedAt: new Date(row.published_at),
    type: row.type,
    text: row.body,
    deliveries: row.deliveries,
    reason: row.reason,
    deadAt: toDate(row.dead_at),
    isTest: row.is_test === 1,
  }
}

async function loadBacklog(db: Kysely<Schema>, queueKey: number): Promise<number> {
  const kept = await db
    .selectFrom('queue_counts')
    .select('backlog')
    .where('endpoint_key', '=', queueKey)
    .executeTakeFirst()
  return kept?.backlog ?? 0
}

/** Returns as many rows as one response may hold, at least the first. */
export function withinBytes<Measured extends { bytes: number }>(rows: readonly Measured[]): Measured[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += row.bytes
    return index > 0 && bytes > MAX_PULLED_BYTES
  })
  return end === -1 ? [...rows] : rows.slice(0, end)
}

/** Selects keys and sizes of messages, without their bodies. */
function selectSizes(messages: ReturnType<typeof selectReceivable>) {
  return messages.select(['key', 'deliveries', sql<number>`octet_length(body)`.as('bytes')])
}

/** Selects messages that can be received now: fresh ones in the order of publishing, due ones by due time. */
function selectReceivable(
  db: Kysely<Schema>,
  request: { queueKey: number; limits: QueueLimits; now: Date; limit: number },
  which: 'fresh' | 'due',
) {
  const messages = db
    .selectFrom('messages')
    .where('endpoint_key', '=', request.queueKey)
    .where('dead_at', 'is', null)
    .where('key', '>=', keyAt(getMessageCutoff(request.now, request.limits)))
    .limit(request.limit)
  return which === 'fresh'
    ? messages.where('ready_at', 'is', null).orderBy('key')
    : messages.where('ready_at', '<=', request.now.getTime()).orderBy('ready_at').orderBy('key')
}

function byKey(one: { key: number }, other: { key: number }): number {
  return one.key - other.key
}

/** Lists the messages of a queue, dead ones included, with keys above `after`, oldest first, up to the size limit. */
export async function listMessages(
  db: Kysely<Schema>,
  { queueKey, after, limit }: { queueKey: number; after: number; limit: number },
): Promise<StoredMessage[]> {
  const found = await Promise.all(
    selectAllMessages(db, queueKey).map((messages) =>
      messages
        .select(['key', sql<number>`octet_length(body)`.as('bytes')])
        .where('key', '>', after)
        .orderBy('key')
        .limit(limit)
        .execute(),
    ),
  )
  const first = found
    .flat()
    .sort((one, other) => one.key - other.key)
    .slice(0, limit)
  const keys = withinBytes(first).map((row) => row.key)
  if (keys.length === 0) return []
  const rows = await db.selectFrom('messages').selectAll().where('key', 'in', keys).orderBy('key').execute()
  return rows.map(toStoredMessage)
}

/** Returns three queries that together find all messages of a queue, each served by one index. */
export function selectAllMessages(db: Kysely<Schema>, queueKey: number) {
  const alive = db.selectFrom('messages').where('endpoint_key', '=', queueKey).where('dead_at', 'is', null)
  return [
    alive.where('ready_at', 'is', null),
    alive.where('ready_at', 'is not', null),
    db.selectFrom('messages').where('endpoint_key', '=', queueKey).where('dead_at', 'is not', null),
  ] as const
}

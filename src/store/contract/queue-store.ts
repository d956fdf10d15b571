import type { MessageContent, QueueLimits } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { LiveListener } from './live-store.ts'

/** The messages of queues. The consequence `messages` of a change publishes them. */
export type QueueStore = {
  /** Leases up to `limit` messages, oldest first; no other pull returns them before `until`, on any node. */
  pull(request: PullRequest): Promise<Pulled>
  /** Deletes acknowledged messages, and returns others to the queue for a retry. */
  settle(request: SettleRequest): Promise<SettleResult>
  /** Deletes messages that are not dead, leased ones too. Returns their keys. */
  remove(request: { queueKey: number; keys: readonly number[] }): Promise<ReadonlySet<number>>
  /** Lists the messages of a queue, dead ones included, with keys above `after`, oldest first, up to the size limit. */
  list(request: { queueKey: number; after: number; limit: number }): Promise<StoredMessage[]>
  /** Returns the oldest messages that a pull would lease now. */
  peek(request: {
    queueKey: number
    limit: number
    limits: QueueLimits
    now: Date
  }): Promise<{ messages: StoredMessage[]; backlog: number }>
  /** Returns the next time at which a leased or delayed message can be pulled, or null when there is none. */
  nextReadyAt(queueKey: number, now: Date): Promise<Date | null>
  count(queueKey: number, now: Date): Promise<QueueCounts>
  /** Counts the messages of many queues, by their keys; queues that never held a message are absent. */
  counts(queueKeys: readonly number[], now: Date): Promise<ReadonlyMap<number, QueueCounts>>
  /** Returns the messages published and acknowledged in each of the last hours of UTC, oldest first, without test messages. */
  rates(request: { queueKey: number; hours: number; now: Date }): Promise<QueueRate[]>
  /** Returns the number of messages in all queues together; `backlog` includes the leased ones. */
  countAll(): Promise<{ backlog: number; dead: number }>
  /**
   * Calls `listener` with `changed` whenever there may be new messages to pull, or the time of the next one changes, and with
   * `access` when a key of the queue was revoked: at once for changes on this node, usually within a tenth of a second for
   * other nodes.
   *
   * @returns ends the subscription
   */
  watch(queueKey: number, listener: LiveListener): () => void
  /** Lists dead messages, newest first, with keys below `before`, up to the size limit. */
  listDead(request: {
    queueKey: number
    before: number | null
    limit: number
  }): Promise<{ messages: StoredMessage[]; more: boolean }>
  /** Puts a dead message back as if it had never been delivered. Returns false when there is none with this key. */
  replay(request: { queueKey: number; key: number }): Promise<boolean>
  /** Puts a batch of dead messages back, oldest first. Returns their number. */
  replayAll(request: { queueKey: number; limit: number }): Promise<number>
  /** Deletes one dead message. Returns false when there is none with this key. */
  deleteOneDead(request: { queueKey: number; key: number }): Promise<boolean>
  /** Deletes a batch of dead messages. Returns their number. */
  deleteDead(request: { queueKey: number; limit: number }): Promise<number>
  /** Deletes a batch of messages past their retention, and dead-letters exhausted ones. Returns 0 when nothing is left. */
  purge(request: { now: Date; limit: number }): Promise<number>
  /** Deletes the rates of hours before then. */
  purgeRates(before: Date): Promise<void>
}

export type PullRequest = {
  queueKey: number
  limits: QueueLimits
  now: Date
  until: Date
  limit: number
  lease: string
}

export type SettleRequest = {
  queueKey: number
  limits: QueueLimits
  now: Date
  acks: readonly LeasedMessage[]
  retries: readonly (LeasedMessage & { readyAt: Date | null; reason: string | null })[]
}

/** A message by its key, and the token of its lease. */
export type LeasedMessage = { key: number; lease: string }

/** Keys of the messages whose leases were still valid. */
export type SettleResult = { acked: ReadonlySet<number>; retried: ReadonlySet<number> }

export type StoredMessage = MessageContent & {
  key: number
  publishedAt: Date
  /** Number of deliveries. */
  deliveries: number
  /** Reason of the last retry; null without one. */
  reason: string | null
  isTest: boolean
}

/** `backlog`: messages not acknowledged and not dead, before this pull. */
export type Pulled = { messages: PulledMessage[]; backlog: number }

export type QueueRate = { hour: Date; published: number; acked: number }

export type PulledMessage = StoredMessage & { lease: string }

export type QueueCounts = {
  /** Not acknowledged and not dead; includes leased messages. */
  backlog: number
  /** Currently leased. */
  inFlight: number
  dead: number
  /** Time at which the oldest message of the backlog was published; null when it is empty. */
  oldestAt: Date | null
}

/**
 * A new message. `readyAt`: time from which on it can be pulled; null for at once. `isTest`: its owner sent it to try the
 * queue, and it is counted nowhere.
 */
export type NewMessage = MessageContent & { key: number; readyAt: Date | null; isTest?: true }

/** Outcome of routing a submission to a queue. */
export type Routing = {
  queueId: string
  /** Reason why the queue refused it; null when it accepted it. */
  refusal: RefusalCode | null
}

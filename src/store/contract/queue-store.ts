import type { MessageContent } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'

/** The messages of queues. They are put in by the consequence `messages` of a change. */
export type QueueStore = {
  /** Hands out up to `limit` messages until `until`, oldest first; nobody else gets them before, on any node. */
  pull(request: PullRequest): Promise<Pulled>
  /** Deletes what was worked off and gives back what is to be tried again. */
  settle(request: SettleRequest): Promise<SettleResult>
  /** Deletes messages that are not dead, whoever has them; which. */
  remove(request: { queueKey: number; keys: readonly number[] }): Promise<ReadonlySet<number>>
  /** All that a queue holds, dead or not, with keys above `after`, oldest first; as many as one answer holds. */
  list(request: { queueKey: number; after: number; limit: number }): Promise<StoredMessage[]>
  /** The oldest messages that a pull would hand out now. */
  peek(request: {
    queueKey: number
    limit: number
    now: Date
  }): Promise<{ messages: StoredMessage[]; backlog: number }>
  /** Returns the next time at which a leased or delayed message can be pulled, or null when there is none. */
  nextReadyAt(queueKey: number, now: Date): Promise<Date | null>
  count(queueKey: number, now: Date): Promise<QueueCounts>
  /** Of many queues at once, by their keys; one that never held any is absent. */
  counts(queueKeys: readonly number[], now: Date): Promise<ReadonlyMap<number, QueueCounts>>
  /** Returns the messages published and acknowledged in each of the last hours of UTC, oldest first. */
  rates(request: { queueKey: number; hours: number; now: Date }): Promise<QueueRate[]>
  /**
   * Tells `listener` from now on, on whichever node it happens, that there may be something new to pull, or that the next
   * message comes at another time: at once on this node, mostly within a tenth of a second on another.
   *
   * @returns ends it
   */
  watch(queueKey: number, listener: () => void): () => void
  /** Messages that were handed out too often, newest first, with keys below `before`; as many as one answer holds. */
  listDead(request: {
    queueKey: number
    before: number | null
    limit: number
  }): Promise<{ messages: StoredMessage[]; more: boolean }>
  /** Puts a dead message back as if it had never been handed out. False when there is none with this key. */
  replay(request: { queueKey: number; key: number }): Promise<boolean>
  /** Puts a batch of the dead ones back, oldest first; how many. */
  replayAll(request: { queueKey: number; limit: number }): Promise<number>
  /** Deletes a batch of the dead ones; how many. */
  deleteDead(request: { queueKey: number; limit: number }): Promise<number>
  /** Deletes a batch of messages published before then, dead or not, and buries what was handed out too often; 0 when nothing is left to do. */
  purge(request: { before: Date; now: Date; limit: number }): Promise<number>
  /** Forgets the rates of hours before then. */
  purgeRates(before: Date): Promise<void>
}

export type PullRequest = { queueKey: number; now: Date; until: Date; limit: number; lease: string }

export type SettleRequest = {
  queueKey: number
  now: Date
  acks: readonly LeasedMessage[]
  retries: readonly (LeasedMessage & { readyAt: Date | null })[]
}

/** A message by its key, and the lease under which it was handed out. */
export type LeasedMessage = { key: number; lease: string }

/** By key: those whose lease was still theirs. */
export type SettleResult = { acked: ReadonlySet<number>; retried: ReadonlySet<number> }

export type StoredMessage = MessageContent & {
  key: number
  publishedAt: Date
  /** Number of deliveries. */
  deliveries: number
}

/** `backlog`: messages not acknowledged and not dead, before this pull. */
export type Pulled = { messages: PulledMessage[]; backlog: number }

export type QueueRate = { hour: Date; published: number; acked: number }

export type PulledMessage = StoredMessage & { lease: string }

export type QueueCounts = {
  /** Not acknowledged and not dead; those that are handed out among them. */
  backlog: number
  /** Handed out at the moment. */
  inFlight: number
  dead: number
}

/** A message as it begins. `readyAt`: before that nobody gets it; null: at once. */
export type NewMessage = MessageContent & { key: number; readyAt: Date | null }

/** Outcome of routing a submission to a queue. */
export type Routing = {
  queueId: string
  /** Reason why the queue refused it; null when it accepted it. */
  refusal: RefusalCode | null
}

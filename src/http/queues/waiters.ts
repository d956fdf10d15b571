import type { PullRequest, PullResult } from '../../actions/queues/pull-messages.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'

/** Maximum number of waiters served in parallel, so that their pulls share one flush. */
export const MAX_SERVED_AT_ONCE = 32
/** Minimum delay of a timer, so that a clock that stands still does not make it spin. */
export const MIN_TIMER_MS = 10

export type LongPoll = Omit<PullRequest, 'now'> & {
  waitMs: number
  /** Maximum number of pulls that wait for this queue, see MAX_WAITING_PULLS. */
  maxWaiting: number
  /** Account that owns the queue, whose keys may be revoked; null while it is unclaimed. */
  accountKey: number | null
  /** Time at which the key of the caller expires, if it does. */
  keyExpiresAt: Date | null
  /** Aborted when the client closes the connection. */
  signal: AbortSignal
  /**
   * Returns why the caller may no longer pull, such as a revoked key, or null. Called before each pull after a wait, when the
   * key expires or any key is revoked, and at the end of the wait.
   */
  checkAccess(): Promise<Refusal | null>
}

export type LongPollResult =
  | ({ kind: 'delivered' } & PullResult)
  | Refused
  | { kind: 'full'; retryAfterSeconds: number }

export type Waiter = {
  request: LongPoll
  endsAt: number
  ended: boolean
  /** Set while a pull is in progress, whose messages it gets also when its access ends meanwhile. */
  pulling: boolean
  /** Reason for which its access ended during a pull. */
  refusal: Refusal | null
  expiryTimer: NodeJS.Timeout | null
  end(result: { delivered: PullResult } | { refusal: Refusal } | { error: unknown }): void
}

/** Waiters of one queue at this node, first come, first served. */
export type QueueWaiters = {
  queueKey: number
  waiters: Set<Waiter>
  backlog: number
  /** Set while waiters are being served; a wake-up meanwhile sets `wokenMeanwhile`. */
  busy: boolean
  wokenMeanwhile: boolean
  timer: NodeJS.Timeout | null
  unwatch(): void
}

/** Rejects all waiters with the error; their clients may pull again. */
export function rejectWaiters(queue: QueueWaiters, error: unknown): void {
  queue.busy = false
  for (const waiter of [...queue.waiters]) waiter.end({ error })
}

/** Returns the answer to a wait that ends without messages. */
export function toEmptyPull({ backlog }: QueueWaiters): PullResult {
  return { messages: [], backlog }
}

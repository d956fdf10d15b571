import type { Actions } from '../../actions/actions.ts'
import { MAX_WAIT_SECONDS, MAX_WAITING_PULLS } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { type Clock, SECOND } from '../../domain/time.ts'
import { endChecked, refuseEnded, watchExpiry } from './waiter-access.ts'
import {
  type LongPoll,
  type LongPollResult,
  MAX_SERVED_AT_ONCE,
  MIN_TIMER_MS,
  type QueueWaiters,
  rejectWaiters,
  toEmptyPull,
  type Waiter,
} from './waiters.ts'

/** Pulls that wait for a message. While idle they run no statement: each queue with waiters has one timer at most. */
export type LongPolls = {
  /** Returns messages as soon as there are any; none once the time is over, the client has left, or the service stops. */
  pull(request: LongPoll): Promise<LongPollResult>
  /** Returns the number of waiting pulls. */
  count(): number
  /** Answers all waiting pulls; later pulls do not wait. */
  close(): void
}

type Deps = {
  actions: Pick<Actions, 'pullMessages' | 'watchQueue' | 'nextMessageAt'>
  clock: Clock
}
type State = Deps & { queues: Map<number, QueueWaiters>; waiting: number; closed: boolean }

/** Creates the long polls of this node. They hold nothing but memory and one timer for each queue with waiters. */
export function createLongPolls(deps: Deps): LongPolls {
  const state: State = { ...deps, queues: new Map(), waiting: 0, closed: false }
  return {
    pull: (request) => pull(state, request),
    count: () => state.waiting,
    close() {
      state.closed = true
      for (const queue of [...state.queues.values()]) {
        for (const waiter of [...queue.waiters]) waiter.end({ delivered: toEmptyPull(queue) })
      }
    },
  }
}

async function pull(state: State, request: LongPoll): Promise<LongPollResult> {
  const { actions, clock, queues } = state
  const { queueKey, limits, limit, leaseMs, signal } = request
  if (signal.aborted) return { kind: 'delivered', messages: [], backlog: 0 }
  const pulled = await actions.pullMessages({ queueKey, limits, limit, leaseMs, now: clock.now() })
  // A client that has left meanwhile must not wait: it would take a message away from the next one.
  if (pulled.messages.length > 0 || request.waitMs === 0 || state.closed || signal.aborted) {
    return { kind: 'delivered', ...pulled }
  }
  const queue = queues.get(queueKey)
  if (state.waiting >= MAX_WAITING_PULLS.all || (queue?.waiters.size ?? 0) >= request.maxWaiting) {
    return { kind: 'full', retryAfterSeconds: secondsUntilFree(queue) }
  }
  return addWaiter(state, queue ?? startWatching(state, { ...request, backlog: pulled.backlog }), request)
}

function startWatching(
  state: State,
  { queueKey, accountKey, backlog }: Pick<LongPoll, 'queueKey' | 'accountKey'> & { backlog: number },
): QueueWaiters {
  const queue: QueueWaiters = {
    queueKey,
    backlog,
    waiters: new Set(),
    wokenMeanwhile: false,
    timer: null,
    // Nothing can wake it until the queue is watched; the first pull after that finds messages published meanwhile.
    busy: true,
    unwatch() {},
  }
  state.queues.set(queueKey, queue)
  state.actions
    .watchQueue({ queueKey, accountKey }, (event) =>
      event === 'access' ? refuseEnded(queue) : wake(state, queue),
    )
    .then(
      (unwatch) => {
        queue.busy = false
        queue.unwatch = unwatch
        if (state.queues.get(queueKey) === queue) wake(state, queue)
        else unwatch()
      },
      (error: unknown) => rejectWaiters(queue, error),
    )
  return queue
}

function addWaiter(state: State, queue: QueueWaiters, request: LongPoll): Promise<LongPollResult> {
  return new Promise((resolve, reject) => {
    const endEmpty = () => waiter.end({ delivered: toEmptyPull(queue) })
    const timer = setTimeout(() => endChecked(waiter, queue), request.waitMs)
    const waiter: Waiter = {
      request,
      endsAt: performance.now() + request.waitMs,
      ended: false,
      pulling: false,
      refusal: null,
      expiryTimer: null,
      end(result) {
        if (waiter.ended) return
        waiter.ended = true
        state.waiting -= 1
        clearTimeout(timer)
        if (waiter.expiryTimer) clearTimeout(waiter.expiryTimer)
        request.signal.removeEventListener('abort', endEmpty)
        queue.waiters.delete(waiter)
        if (queue.waiters.size === 0) stopWatching(state, queue)
        if ('error' in result) reject(result.error)
        else if ('refusal' in result) resolve({ kind: 'refused', refusal: result.refusal })
        else resolve({ kind: 'delivered', ...result.delivered })
      },
    }
    queue.waiters.add(waiter)
    state.waiting += 1
    request.signal.addEventListener('abort', endEmpty, { once: true })
    watchExpiry(state.clock, waiter)
  })
}

function wake(state: State, queue: QueueWaiters): void {
  queue.wokenMeanwhile = true
  if (queue.busy) return
  queue.busy = true
  serve(state, queue).catch((error: unknown) => rejectWaiters(queue, error))
}

async function serve(state: State, queue: QueueWaiters): Promise<void> {
  while (queue.wokenMeanwhile && queue.waiters.size > 0) {
    queue.wokenMeanwhile = false
    let count = 1
    let now = state.clock.now()
    while (await serveFirst(state, queue, { count, now })) {
      count = Math.min(count * 2, MAX_SERVED_AT_ONCE)
      now = state.clock.now()
    }
    await setTimer(state, queue, now)
  }
  queue.busy = false
}

/** Serves the first `count` waiters. Returns whether each of them was answered and others are left. */
async function serveFirst(
  state: State,
  queue: QueueWaiters,
  { count, now }: { count: number; now: Date },
): Promise<boolean> {
  const first = [...queue.waiters].slice(0, count)
  // All of them are checked before the first one pulls: checks end in any order, and pulls must keep theirs.
  const refusals = await Promise.all(first.map((waiter) => waiter.request.checkAccess()))
  const served = await Promise.all(
    first.map((waiter, index) =>
      serveWaiter(state, queue, { waiter, refusal: refusals[index] ?? null, now }),
    ),
  )
  return served.every(Boolean) && queue.waiters.size > 0
}

async function serveWaiter(
  { actions }: State,
  queue: QueueWaiters,
  { waiter, refusal, now }: { waiter: Waiter; refusal: Refusal | null; now: Date },
): Promise<boolean> {
  const { queueKey, limits, limit, leaseMs } = waiter.request
  if (refusal) {
    waiter.end({ refusal })
    return true
  }
  if (waiter.ended) return true
  waiter.pulling = true
  const delivered = await actions.pullMessages({ queueKey, limits, limit, leaseMs, now })
  waiter.pulling = false
  queue.backlog = delivered.backlog
  if (delivered.messages.length === 0) {
    if (waiter.refusal) waiter.end({ refusal: waiter.refusal })
    return false
  }
  // If the client has left meanwhile, the messages become available again when their lease ends.
  waiter.end({ delivered })
  return true
}

/**
 * Sets the timer to the end of the next lease or delay after `checkedAt`, even beyond the waits of all present waiters:
 * others may join before those are over, and the timer is set only when waiters are served.
 */
async function setTimer(state: State, queue: QueueWaiters, checkedAt: Date): Promise<void> {
  if (queue.timer) clearTimeout(queue.timer)
  queue.timer = null
  if (queue.waiters.size === 0) return
  const at = await state.actions.nextMessageAt(queue.queueKey, checkedAt)
  if (!at || queue.waiters.size === 0) return
  const inMs = at.getTime() - state.clock.now().getTime()
  queue.timer = setTimeout(() => wake(state, queue), Math.max(inMs, MIN_TIMER_MS)).unref()
}

function stopWatching({ queues }: State, queue: QueueWaiters): void {
  if (queue.timer) clearTimeout(queue.timer)
  queue.timer = null
  queue.unwatch()
  if (queues.get(queue.queueKey) === queue) queues.delete(queue.queueKey)
}

/** Returns the seconds until the wait of the first waiter is over. */
function secondsUntilFree(queue: QueueWaiters | undefined): number {
  const ends = [...(queue?.waiters ?? [])].map(({ endsAt }) => endsAt)
  if (ends.length === 0) return MAX_WAIT_SECONDS
  return Math.max(1, Math.ceil((Math.min(...ends) - performance.now()) / SECOND))
}

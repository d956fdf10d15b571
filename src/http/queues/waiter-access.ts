import type { Clock } from '../../domain/time.ts'
import {
  MAX_SERVED_AT_ONCE,
  MIN_TIMER_MS,
  type QueueWaiters,
  rejectWaiters,
  toEmptyPull,
  type Waiter,
} from './waiters.ts'

/** Ends a wait whose time is over: without messages, or with the refusal of a key that ended meanwhile. */
export function endChecked(waiter: Waiter, queue: QueueWaiters): void {
  waiter.request.checkAccess().then(
    (refusal) => waiter.end(refusal ? { refusal } : { delivered: toEmptyPull(queue) }),
    (error: unknown) => waiter.end({ error }),
  )
}

/** Refuses a waiter whose key expires before its wait is over, at that time. */
export function watchExpiry(clock: Clock, waiter: Waiter): void {
  const { keyExpiresAt, waitMs } = waiter.request
  if (keyExpiresAt === null || waiter.ended) return
  const inMs = keyExpiresAt.getTime() - clock.now().getTime()
  if (inMs <= 0) refuseIfEnded(waiter).catch((error: unknown) => waiter.end({ error }))
  // A timer may be early by the clock, and is then set again.
  else if (inMs < waitMs)
    waiter.expiryTimer = setTimeout(() => watchExpiry(clock, waiter), Math.max(inMs, MIN_TIMER_MS))
}

/** Refuses the waiters of a queue whose keys were revoked. */
export function refuseEnded(queue: QueueWaiters): void {
  checkWaiters([...queue.waiters]).catch((error: unknown) => rejectWaiters(queue, error))
}

async function checkWaiters(waiters: readonly Waiter[]): Promise<void> {
  for (let first = 0; first < waiters.length; first += MAX_SERVED_AT_ONCE) {
    await Promise.all(waiters.slice(first, first + MAX_SERVED_AT_ONCE).map(refuseIfEnded))
  }
}

async function refuseIfEnded(waiter: Waiter): Promise<void> {
  if (waiter.ended) return
  const refusal = await waiter.request.checkAccess()
  if (!refusal) return
  // Messages that its pull has just leased must reach it: no other consumer gets them before the lease ends.
  if (waiter.pulling) waiter.refusal = refusal
  else waiter.end({ refusal })
}

import { createAlarm } from '../runtime/alarm.ts'
import type { DeliveryLease } from '../store/contract/outbox-store.ts'

/** A pool of concurrent deliveries. */
export type Pool = {
  /** Resolves with how many deliveries were begun, once none is in progress. */
  finished: Promise<number>
  /** Looks for deliveries that have become due. */
  notify(): void
}

/** Deliveries leased by one write, for each that may be in progress. */
const PREFETCHED_PER_PLACE = 3
/** Maximum time for which a result waits for those of others, to be stored with them. */
const LINGER_MS = 20

/**
 * Delivers up to `concurrency` at a time until nothing is due or the channel stops. Deliveries that can begin, or have
 * ended, while a write for earlier ones is in progress share the next one. More is leased before the prefetched
 * deliveries run out, so that newly due deliveries do not wait for a slow one.
 *
 * @typeParam Begun a delivery whose attempt is stored
 * @typeParam Sent a delivery whose attempt has a result
 * @param options.leased the first deliveries
 * @param options.lease leases more, up to a limit; null for a probe, which ends with `leased`
 * @param options.begin returns those that are to be sent
 * @param options.stops returns true for a result that says that the channel accepts no more
 * @param options.release releases a lease whose delivery was not begun
 */
export function createPool<Begun, Sent>(options: {
  concurrency: number
  leased: readonly DeliveryLease[]
  lease: ((limit: number) => Promise<DeliveryLease[]>) | null
  begin(leases: readonly DeliveryLease[]): Promise<Begun[]>
  send(begun: Begun): Promise<Sent>
  settle(sent: readonly Sent[]): Promise<void>
  stops(sent: Sent): boolean
  mayContinue(): boolean
  release(lease: DeliveryLease): Promise<void>
}): Pool {
  const { concurrency, lease } = options
  const prefetched = [...options.leased]
  const sent: Sent[] = []
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  const lingering = createAlarm()
  let begun = 0
  let inProgress = 0
  let sending = 0
  let stopped = false

  const leaseMore = createStep(async () => {
    if (!lease || prefetched.length >= concurrency) return
    const leased = await lease(PREFETCHED_PER_PLACE * concurrency)
    prefetched.push(...leased)
    if (leased.length > 0) run(begin)
  })

  const begin = createStep(async () => {
    while (mayBegin() && prefetched.length > 0 && inProgress < concurrency) {
      const batch = prefetched.splice(0, concurrency - inProgress)
      run(leaseMore)
      begun += batch.length
      inProgress += batch.length
      const deliveries = await options.begin(batch)
      inProgress -= batch.length - deliveries.length
      for (const delivery of deliveries) run(() => send(delivery))
    }
  })

  async function send(delivery: Begun): Promise<void> {
    sending += 1
    try {
      sent.push(await options.send(delivery))
    } finally {
      sending -= 1
    }
    if (!isWorthLingering()) lingering.ring()
    run(settle)
  }

  const settle = createStep(async () => {
    while (sent.length > 0) {
      await linger()
      const batch = sent.splice(0)
      if (batch.some(options.stops)) stopped = true
      // Their places are free at once, so that the next begin in the transaction that settles these.
      inProgress -= batch.length
      goOn()
      await options.settle(batch)
    }
  })

  /** Waits for other results, which can be stored in the same write. */
  async function linger(): Promise<void> {
    const endsAt = performance.now() + LINGER_MS
    for (let left = LINGER_MS; left > 0 && isWorthLingering(); left = endsAt - performance.now()) {
      await lingering.wait(left)
    }
  }

  function isWorthLingering(): boolean {
    return sending > 0 && sent.length < concurrency / 2
  }

  function mayBegin(): boolean {
    return !stopped && options.mayContinue()
  }

  function goOn(): void {
    if (!mayBegin()) return
    run(begin)
    run(leaseMore)
  }

  function run(step: () => Promise<void>): void {
    const promise = step()
      .catch((fault: unknown) => {
        stopped = true
        faults.push(fault)
      })
      .finally(() => running.delete(promise))
    running.add(promise)
  }

  async function finish(): Promise<number> {
    while (running.size > 0) await Promise.race(running)
    // Leases that were prefetched and never begun are due again at once.
    await Promise.all(prefetched.map(options.release))
    // A fault is thrown only now: a delivery in progress keeps its lease.
    if (faults.length > 0) throw faults[0]
    return begun
  }

  goOn()
  return {
    finished: finish(),
    notify() {
      if (running.size > 0) goOn()
    },
  }
}

/** Creates a step that does nothing while it runs already. */
function createStep(step: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await step()
    } finally {
      isRunning = false
    }
  }
}

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
  const tasks = createTasks()
  const lingering = createLingering(() => sending > 0 && sent.length < concurrency / 2)
  let begun = 0
  let inProgress = 0
  let sending = 0
  let stopped = false

  const leaseMore = createStep(async () => {
    if (!lease || prefetched.length >= concurrency) return
    const leased = await lease(PREFETCHED_PER_PLACE * concurrency)
    prefetched.push(...leased)
    if (leased.length > 0) tasks.run(begin)
  })

  const begin = createStep(async () => {
    while (mayBegin() && prefetched.length > 0 && inProgress < concurrency) {
      const batch = prefetched.splice(0, concurrency - inProgress)
      tasks.run(leaseMore)
      begun += batch.length
      inProgress += batch.length
      const deliveries = await options.begin(batch)
      inProgress -= batch.length - deliveries.length
      for (const delivery of deliveries) tasks.run(() => send(delivery))
    }
  })

  async function send(delivery: Begun): Promise<void> {
    sending += 1
    try {
      sent.push(await options.send(delivery))
    } finally {
      sending -= 1
    }
    lingering.check()
    tasks.run(settle)
  }

  const settle = createStep(async () => {
    while (sent.length > 0) {
      await lingering.wait()
      const batch = sent.splice(0)
      if (batch.some(options.stops)) stopped = true
      // Their places are free at once, so that the next begin in the transaction that settles these.
      inProgress -= batch.length
      goOn()
      await options.settle(batch)
    }
  })

  function mayBegin(): boolean {
    return !stopped && !tasks.hasFailed() && options.mayContinue()
  }

  function goOn(): void {
    if (!mayBegin()) return
    tasks.run(begin)
    tasks.run(leaseMore)
  }

  async function finish(): Promise<number> {
    await tasks.ended()
    // Leases that were prefetched and never begun are due again at once.
    await Promise.all(prefetched.map(options.release))
    tasks.throwFault()
    return begun
  }

  goOn()
  return {
    finished: finish(),
    notify() {
      if (tasks.isBusy()) goOn()
    },
  }
}

/** Creates a list of running tasks. A fault is kept until all have ended: a delivery in progress keeps its lease. */
function createTasks() {
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  return {
    run(task: () => Promise<void>): void {
      const promise = task()
        .catch((fault: unknown) => {
          faults.push(fault)
        })
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    isBusy: () => running.size > 0,
    hasFailed: () => faults.length > 0,
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.race(running)
    },
    throwFault(): void {
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** Creates a step that runs once more when it is called while it runs. */
function createStep(step: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let isCalled = false
  return async () => {
    isCalled = true
    if (isRunning) return
    isRunning = true
    try {
      while (isCalled) {
        isCalled = false
        await step()
      }
    } finally {
      isRunning = false
    }
  }
}

/** Creates a short wait that lasts while it `isWorthIt`; `check` looks again. */
function createLingering(isWorthIt: () => boolean) {
  const alarm = createAlarm()
  return {
    check(): void {
      if (!isWorthIt()) alarm.ring()
    },
    async wait(): Promise<void> {
      const endsAt = performance.now() + LINGER_MS
      for (let left = LINGER_MS; left > 0 && isWorthIt(); left = endsAt - performance.now()) {
        await alarm.wait(left)
      }
    },
  }
}

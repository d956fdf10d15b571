import type { DeliveryLease } from '../store/contract/outbox-store.ts'

/** A pool of concurrent deliveries. */
export type Pool = {
  /** Resolves with how many deliveries were begun, once none is in progress. */
  finished: Promise<number>
  /** Puts an idle worker on deliveries that have become due. */
  notify(): void
}

/**
 * Delivers with up to `concurrency` workers until nothing is due or the channel stops. More is leased before the
 * prefetched deliveries run out, so that newly due deliveries do not wait for a slow one.
 *
 * @param options.leased the first deliveries
 * @param options.lease leases more, up to a limit; null for a probe, which ends with `leased`
 * @param options.deliver returns `stop` when the channel accepts no more
 * @param options.release releases a lease whose delivery was not begun
 */
export function createPool(options: {
  concurrency: number
  leased: readonly DeliveryLease[]
  lease: ((limit: number) => Promise<DeliveryLease[]>) | null
  deliver(lease: DeliveryLease): Promise<'go_on' | 'stop'>
  mayContinue(): boolean
  release(lease: DeliveryLease): Promise<void>
}): Pool {
  const { concurrency, lease } = options
  const prefetched = [...options.leased]
  const busy = new Set<Promise<void>>()
  const faults: unknown[] = []
  let begun = 0
  let stopped = false
  let refilling: Promise<void> | null = null

  async function next(): Promise<DeliveryLease | undefined> {
    if (stopped || !options.mayContinue()) return undefined
    if (prefetched.length === 0 && lease) {
      refilling ??= refill(lease).finally(() => {
        refilling = null
      })
      await refilling
    }
    return prefetched.shift()
  }

  async function refill(more: (limit: number) => Promise<DeliveryLease[]>): Promise<void> {
    prefetched.push(...(await more(concurrency)))
    spawnWorkers()
  }

  /** Spawns a worker for each prefetched delivery, up to `concurrency`. */
  function spawnWorkers(): void {
    const wanted = Math.min(prefetched.length, concurrency - busy.size)
    for (let spawned = 0; spawned < wanted; spawned++) spawnWorker()
  }

  function spawnWorker(): void {
    const worker = work()
      .catch((fault: unknown) => {
        faults.push(fault)
      })
      .finally(() => busy.delete(worker))
    busy.add(worker)
  }

  async function work(): Promise<void> {
    for (let item = await next(); item; item = await next()) {
      begun += 1
      if ((await options.deliver(item)) === 'stop') stopped = true
    }
  }

  async function finish(): Promise<number> {
    while (busy.size > 0) await Promise.race(busy)
    // Leases that were prefetched and never begun are due again at once.
    await Promise.all(prefetched.map(options.release))
    // A fault is thrown only now: a delivery in progress keeps its lease.
    if (faults.length > 0) throw faults[0]
    return begun
  }

  spawnWorkers()
  return {
    finished: finish(),
    notify() {
      if (busy.size > 0 && busy.size < concurrency && !refilling) spawnWorker()
    },
  }
}

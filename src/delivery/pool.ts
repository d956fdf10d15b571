import type { LeasedEmail } from '../store/contract/outbox-store.ts'
import type { Delivered } from './channels/email/deliver.ts'

/**
 * Hands that deliver emails until the mail server stops them: what is laid out is filled up before it is empty, and
 * what becomes due meanwhile does not wait for a slow email.
 *
 * @param parts.leased what is laid out to begin with
 * @param parts.lease leases more; null for a probe, which ends with what is laid out
 * @param parts.release gives back what was laid out and never begun
 * @returns `empty` how many emails were taken in hand, once no hand holds one; `notify` says that one may be due
 */
export function createPool(parts: {
  count: number
  leased: readonly LeasedEmail[]
  lease: ((limit: number) => Promise<LeasedEmail[]>) | null
  deliver(email: LeasedEmail): Promise<Delivered>
  mayGoOn(): boolean
  release(email: LeasedEmail): Promise<void>
}): { empty: Promise<number>; notify(): void } {
  const { count, lease } = parts
  const prefetched = [...parts.leased]
  const busy = new Set<Promise<void>>()
  const faults: unknown[] = []
  let taken = 0
  let stopped = false
  let filling: Promise<void> | null = null

  async function next(): Promise<LeasedEmail | undefined> {
    if (stopped || !parts.mayGoOn()) return undefined
    if (prefetched.length === 0 && lease) {
      filling ??= fillUp(lease).finally(() => {
        filling = null
      })
      await filling
    }
    return prefetched.shift()
  }

  async function fillUp(more: (limit: number) => Promise<LeasedEmail[]>): Promise<void> {
    prefetched.push(...(await more(count)))
    spawnWorkers()
  }

  /** A hand for each email that is laid out, as far as there are any. */
  function spawnWorkers(): void {
    const wanted = Math.min(prefetched.length, count - busy.size)
    for (let hand = 0; hand < wanted; hand++) spawnWorker()
  }

  function spawnWorker(): void {
    const hand = work()
      .catch((fault: unknown) => {
        faults.push(fault)
      })
      .finally(() => busy.delete(hand))
    busy.add(hand)
  }

  async function work(): Promise<void> {
    for (let email = await next(); email; email = await next()) {
      taken += 1
      const { kind } = await parts.deliver(email)
      stopped ||= kind === 'paused' || kind === 'away'
    }
  }

  async function finish(): Promise<number> {
    while (busy.size > 0) await Promise.race(busy)
    // What was laid out and never begun is due again at once.
    await Promise.all(prefetched.map(parts.release))
    // All hands are empty before a fault is told: an email in hand keeps its lease.
    if (faults.length > 0) throw faults[0]
    return taken
  }

  spawnWorkers()
  return {
    empty: finish(),
    notify() {
      if (busy.size > 0 && busy.size < count && !filling) spawnWorker()
    },
  }
}

import { later, MINUTE, SECOND } from '../domain/time.ts'
import { createAlarm } from '../runtime/alarm.ts'
import type { DeliveryLease } from '../store/contract/outbox-store.ts'
import type { Channel } from './channel.ts'
import { createDeliverer, type DelivererDeps } from './deliver.ts'
import { createPool, type Pool } from './pool.ts'

/** A lease outlives every time limit of a channel, counted again from the attempt on, and is renewed while that is in progress. */
const LEASE_MS = 2 * MINUTE
/** The outbox is read this often even when nobody calls `notify`: another node may have written to it. */
const MAX_NAP_MS = 15 * SECOND
/** While deliveries are due but must wait, as in a pause, the worker does not spin. */
const MIN_NAP_MS = 100

export type WorkerDeps = Omit<DelivererDeps, 'isClosing'> & {
  /** Name of this node in leases: what it left behind when it died is released at its next start. */
  holder: string
}

/** Delivers the outbox rows of one channel: leases and delivers due rows unless the breaker is open. */
export class ChannelWorker {
  readonly #deps: WorkerDeps
  readonly #channel: Channel
  #closing = false
  #draining: Promise<number> | null = null
  #running: Promise<void> | null = null
  #pool: Pool | null = null
  /**
   * Keys of the deliveries that this worker has leased and neither settled nor released. It never leases them again, so
   * that a clock that jumps past the end of their leases sends nothing twice; other nodes go by the clock of the database.
   */
  readonly #held = new Set<number>()
  readonly #alarm = createAlarm()

  constructor(deps: WorkerDeps, channel: Channel) {
    this.#deps = deps
    this.#channel = channel
  }

  /** Delivers all due deliveries; resolves with the number begun. */
  drain(): Promise<number> {
    this.#draining ??= this.#drainOnce().finally(() => {
      this.#draining = null
    })
    return this.#draining
  }

  /** Starts to deliver on its own, until `close`. */
  start(): void {
    this.#running ??= this.#run()
  }

  /** Wakes the worker because a delivery may be due. */
  notify(): void {
    // Deliveries written during an outage wait for its end as well.
    if (this.#channel.breaker.isWaitingForProbe()) return
    this.#alarm.ring()
    this.#pool?.notify()
  }

  /** Begins nothing more and waits for the deliveries in progress. */
  async close(): Promise<void> {
    this.#closing = true
    this.#alarm.ring()
    // Closed at once, so that the time limit of the channel binds the deliveries in progress.
    const closed = this.#channel.close()
    await Promise.allSettled([this.#running, this.#draining, closed])
    await closed
  }

  async #drainOnce(): Promise<number> {
    let begun = 0
    while (!this.#closing) {
      const allowed = await this.#channel.breaker.allows()
      if (allowed === 'none') return begun
      // Those in progress, and as many prefetched.
      const leased = await this.#lease(allowed === 'probe' ? 1 : 2 * this.#channel.concurrency)
      if (leased.length === 0) return begun
      begun += await this.#deliverAll(leased, allowed)
    }
    return begun
  }

  /** Reads before it writes: when nothing is due there is no transaction. */
  async #lease(limit: number): Promise<DeliveryLease[]> {
    const { outbox, clock, holder, failpoint } = this.#deps
    const now = clock.now()
    const held = [...this.#held]
    const dueAt = await outbox.nextDueAt(this.#channel.kind, held)
    if (dueAt === null || dueAt > now) return []
    const until = later(now, LEASE_MS)
    const leased = await outbox.lease({ channel: this.#channel.kind, now, until, limit, holder, held })
    for (const { deliveryKey } of leased) this.#held.add(deliveryKey)
    if (leased.length > 0) failpoint?.('leased')
    return leased
  }

  async #deliverAll(leased: DeliveryLease[], allowed: 'probe' | 'all'): Promise<number> {
    const { breaker, concurrency } = this.#channel
    const deps = { ...this.#deps, isClosing: () => this.#closing }
    using deliverer = createDeliverer(deps, this.#channel, {
      leaseMs: LEASE_MS,
      ended: ({ deliveryKey }) => this.#held.delete(deliveryKey),
    })
    this.#pool = createPool({
      ...deliverer,
      concurrency,
      leased,
      lease: allowed === 'probe' ? null : (limit) => this.#lease(limit),
      mayContinue: () => !this.#closing && (allowed === 'probe' || !breaker.isOpen()),
      release: this.#deps.outbox.release,
    })
    try {
      return await this.#pool.finished
    } finally {
      this.#pool = null
      this.#held.clear()
    }
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      let napMs = MAX_NAP_MS
      try {
        await this.drain()
        napMs = await this.#untilNextDelivery()
      } catch (error) {
        // The store is unavailable; leased deliveries are retried when their leases expire.
        this.#deps.log.error({ err: error, channel: this.#channel.kind }, 'outbox_unavailable')
        this.#deps.metrics.count('formslot_worker_faults_total')
      }
      await this.#alarm.wait(napMs)
    }
  }

  async #untilNextDelivery(): Promise<number> {
    const { outbox, clock } = this.#deps
    const dueAt = await outbox.nextDueAt(this.#channel.kind, [...this.#held])
    const resumesAt = await this.#channel.breaker.resumesAt()
    const wakeAt = Math.max(dueAt?.getTime() ?? Infinity, resumesAt?.getTime() ?? 0)
    return Math.min(MAX_NAP_MS, Math.max(MIN_NAP_MS, wakeAt - clock.now().getTime()))
  }
}

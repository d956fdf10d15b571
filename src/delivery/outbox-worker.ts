import { SECOND } from '../domain/time.ts'
import { createAlarm } from '../runtime/alarm.ts'
import type { Channel } from './channel.ts'
import { createDeliverer, type Deliverer, type DelivererDeps } from './deliver.ts'
import { createPool, type Pool } from './pool.ts'

/** The outbox is read this often even when nobody calls `notify`: another node may have written to it. */
const MAX_NAP_MS = 15 * SECOND
/** While deliveries are due but must wait, as in a pause, the worker does not spin. */
const MIN_NAP_MS = 100
/** Interval at which a channel with deliveries in progress looks for the next ones. */
const TURNS_MS = SECOND

export type OutboxWorker = {
  /** Delivers all due deliveries on all channels, or on one; resolves with the number begun. */
  drain(channel?: string): Promise<number>
  /** Starts to deliver on its own. */
  start(): void
  /** Wakes the channels because a delivery may be due. `toTurns`: also those that take turns; true when left out. */
  notify(toTurns?: boolean): void
  /** Begins no more deliveries, waits for those in progress, and releases the leases. */
  close(): Promise<void>
}

type WorkerDeps = Omit<DelivererDeps, 'isClosing'>

/**
 * Opens the worker that delivers the outbox. Each channel has its own worker, pool and breaker, so that a slow or
 * unavailable channel does not delay another.
 */
export function openOutboxWorker(deps: WorkerDeps & { channels: readonly Channel[] }): OutboxWorker {
  const workers = deps.channels.map((channel) => new ChannelWorker(deps, channel))
  return {
    async drain(channel) {
      const some = workers.filter(({ kind }) => channel === undefined || kind === channel)
      const begun = await Promise.all(some.map((worker) => worker.drain()))
      return begun.reduce((sum, count) => sum + count, 0)
    },
    start() {
      for (const worker of workers) worker.start()
    },
    notify(toTurns = true) {
      for (const worker of workers) if (toTurns || !worker.takesTurns) worker.notify()
    },
    async close() {
      const closed = await Promise.allSettled(workers.map((worker) => worker.close()))
      await deps.outbox.releaseLeases(deps.holder)
      for (const one of closed) if (one.status === 'rejected') throw one.reason
    },
  }
}

/** Delivers the outbox rows of one channel, unless its breaker is open. */
class ChannelWorker {
  readonly #deps: WorkerDeps
  readonly #channel: Channel
  #closing = false
  #draining: Promise<number> | null = null
  #running: Promise<void> | null = null
  #pool: Pool | null = null
  readonly #alarm = createAlarm()

  readonly kind: string
  readonly takesTurns: boolean

  constructor(deps: WorkerDeps, channel: Channel) {
    this.#deps = deps
    this.#channel = channel
    this.kind = channel.kind
    this.takesTurns = channel.turns !== undefined
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
    const { outageUntil } = this.#channel.breaker
    if (outageUntil !== null && this.#deps.clock.now() < outageUntil) return
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
    using deliverer = createDeliverer({ ...this.#deps, isClosing: () => this.#closing }, this.#channel)
    let begun = 0
    while (!this.#closing) {
      const allowed = await this.#channel.breaker.allows()
      if (allowed === 'none') break
      if (allowed === 'all') return begun + (await this.#deliverAll(deliverer))
      const probes = await deliverer.begin(1)
      if (probes === null) break
      for (const probe of probes) await deliverer.settle([await deliverer.send(probe)])
      begun += probes.length
    }
    return begun
  }

  /** Keeps as many deliveries in progress as the channel allows, until nothing is due or the channel stops. */
  async #deliverAll(deliverer: Deliverer): Promise<number> {
    const { breaker, concurrency } = this.#channel
    const mayContinue = () => !this.#closing && !breaker.isOpen()
    const pool = createPool({ ...deliverer, concurrency, mayContinue })
    this.#pool = pool
    // While slow deliveries are in progress, others become due, or their turn comes.
    const timer = setInterval(pool.notify, TURNS_MS)
    try {
      return await pool.finished
    } finally {
      clearInterval(timer)
      this.#pool = null
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
    const { kind, turns } = this.#channel
    const now = clock.now()
    const dueAt = turns
      ? turns.nextAt(await outbox.listWaitingTargets(now), now)
      : await outbox.nextDueAt(kind, [])
    const resumesAt = await this.#channel.breaker.resumesAt()
    const wakeAt = Math.max(dueAt?.getTime() ?? Infinity, resumesAt?.getTime() ?? 0)
    return Math.min(MAX_NAP_MS, Math.max(MIN_NAP_MS, wakeAt - clock.now().getTime()))
  }
}

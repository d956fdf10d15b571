import type { Channel } from './channel.ts'
import { ChannelWorker, type WorkerDeps } from './channel-worker.ts'

export type OutboxWorker = {
  /** Delivers all due deliveries on all channels; resolves with the number begun. */
  drain(): Promise<number>
  /** Starts to deliver on its own. */
  start(): void
  /** Wakes the channels because a delivery may be due. */
  notify(): void
  /** Begins no more deliveries, waits for those in progress, and releases the leases. */
  close(): Promise<void>
}

/**
 * Opens the worker that delivers the outbox. Each channel has its own worker, pool and breaker, so that a slow or
 * unavailable channel does not delay another.
 */
export function openOutboxWorker(deps: WorkerDeps & { channels: readonly Channel[] }): OutboxWorker {
  const workers = deps.channels.map((channel) => new ChannelWorker(deps, channel))
  return {
    async drain() {
      const begun = await Promise.all(workers.map((worker) => worker.drain()))
      return begun.reduce((sum, count) => sum + count, 0)
    },
    start() {
      for (const worker of workers) worker.start()
    },
    notify() {
      for (const worker of workers) worker.notify()
    },
    async close() {
      const closed = await Promise.allSettled(workers.map((worker) => worker.close()))
      await deps.outbox.releaseLeases(deps.holder)
      for (const one of closed) if (one.status === 'rejected') throw one.reason
    },
  }
}

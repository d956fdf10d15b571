import type { BegunPush } from '../../../domain/queues/push.ts'
import { type Clock, DAY, SECOND } from '../../../domain/time.ts'
import { type Alarm, createAlarm } from '../../../runtime/alarm.ts'
import { createHostRate, type HostRate } from './host-rate.ts'
import { createPushSender, type PushSenderDeps } from './push-sender.ts'

/** The queues that push are listed this often even when nobody calls `notify`: another node may have added one. */
const MAX_NAP_MS = 15 * SECOND
/** While messages wait, a queue does not spin. */
const MIN_NAP_MS = 10
/** Pause of a queue after a fault, such as a store that is unavailable. */
const FAULT_NAP_MS = SECOND
/** Requests in progress when the service stops are ended after this time. */
const CLOSING_MS = 5 * SECOND

export type PushWorker = {
  /** Posts all messages that are due; resolves with the number begun. */
  drain(): Promise<number>
  /** Starts to post on its own. */
  start(): void
  /** Lists the queues again, because one may have begun to push. */
  notify(): void
  /** Begins no more, and waits for the requests in progress. */
  close(): Promise<void>
}

export type PushWorkerDeps = PushSenderDeps & {
  clock: Clock
  /** Lists the queues that push. */
  list(): Promise<readonly { queueKey: number; hasBacklog: boolean }[]>
  begin(request: {
    queueKey: number
    now: Date
    reserve(host: string, count: number): number
  }): Promise<BegunPush>
  /** Calls `listener` whenever there may be new messages in the queue. @returns ends that */
  watch(queueKey: number, listener: () => void): () => void
}

/** Creates the worker that posts the messages of queues to their webhooks. It knows only queues that push. */
export function createPushWorker(deps: PushWorkerDeps): PushWorker {
  const queues = new Map<number, QueueWorker>()
  const alarm = createAlarm()
  const stopping = new AbortController()
  const shared = { ...deps, hosts: createHostRate(), sender: createPushSender(deps, stopping.signal) }
  let closing = false
  let running: Promise<void> | null = null

  async function refresh(): Promise<void> {
    for (const { queueKey, hasBacklog } of await deps.list()) {
      const known = queues.get(queueKey)
      if (known && hasBacklog) known.notify()
      if (!known) queues.set(queueKey, new QueueWorker(shared, queueKey, () => queues.delete(queueKey)))
    }
  }

  async function run(): Promise<void> {
    while (!closing) {
      try {
        await refresh()
        if (!closing) for (const queue of queues.values()) queue.start()
      } catch (error) {
        deps.log.error({ err: error }, 'push_unavailable')
        deps.metrics.count('formslot_worker_faults_total')
      }
      if (!closing) await alarm.wait(MAX_NAP_MS)
    }
  }

  return {
    async drain() {
      await refresh()
      const begun = await Promise.all([...queues.values()].map((queue) => queue.drain()))
      return begun.reduce((sum, count) => sum + count, 0)
    },
    start() {
      running ??= run()
    },
    notify: alarm.ring,
    async close() {
      closing = true
      alarm.ring()
      const aborting = setTimeout(() => stopping.abort(), CLOSING_MS)
      await running
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      clearTimeout(aborting)
    },
  }
}

type QueueDeps = PushWorkerDeps & { hosts: HostRate; sender: ReturnType<typeof createPushSender> }

/** Posts the messages of one queue, until its webhook gets none any more. */
class QueueWorker {
  readonly #deps: QueueDeps
  readonly #queueKey: number
  readonly #onOff: () => void
  readonly #alarm: Alarm = createAlarm()
  readonly #sending = new Set<Promise<void>>()
  #running: Promise<void> | null = null
  #closing = false

  constructor(deps: QueueDeps, queueKey: number, onOff: () => void) {
    this.#deps = deps
    this.#queueKey = queueKey
    this.#onOff = onOff
  }

  /** Wakes the worker because a message may be due. */
  notify(): void {
    this.#alarm.ring()
  }

  /** Starts to post on its own. */
  start(): void {
    this.#running ??= this.#run()
  }

  /** Posts all messages that are due; resolves with the number begun. */
  async drain(): Promise<number> {
    let count = 0
    for (;;) {
      const { begun } = await this.#begin()
      if (begun === 0) return count
      count += begun
      await Promise.all(this.#sending)
    }
  }

  /** Begins no more, and waits for the requests in progress. */
  async close(): Promise<void> {
    this.#closing = true
    this.#alarm.ring()
    await this.#running
    await Promise.all(this.#sending)
  }

  async #run(): Promise<void> {
    const { watch, log, metrics, clock } = this.#deps
    const unwatch = watch(this.#queueKey, this.#alarm.ring)
    while (!this.#closing) {
      let napMs = FAULT_NAP_MS
      try {
        const { until } = await this.#begin()
        const waitMs = until ? until.getTime() - clock.now().getTime() : DAY
        napMs = Math.min(DAY, Math.max(MIN_NAP_MS, waitMs))
      } catch (error) {
        // Leased messages are delivered again when their leases end.
        log.error({ err: error }, 'push_unavailable')
        metrics.count('formslot_worker_faults_total')
      }
      if (!this.#closing) await this.#alarm.wait(napMs)
    }
    unwatch()
  }

  /** Leases messages and begins to post them. `until`: no other can begin before; null when only a message or an end tells. */
  async #begin(): Promise<{ begun: number; until: Date | null }> {
    const { clock, hosts, sender } = this.#deps
    const now = clock.now()
    // Asked again when the transaction is run again.
    let reserved = { host: '', count: 0 }
    let freeAt: Date | null = null
    const reserve = (host: string, count: number) => {
      hosts.release(reserved.host, reserved.count)
      reserved = { host, count: hosts.reserve(host, count, now) }
      freeAt = reserved.count === 0 ? hosts.freeAt(host, now) : null
      return reserved.count
    }
    let messages = 0
    try {
      const begun = await this.#deps.begin({ queueKey: this.#queueKey, now, reserve })
      switch (begun.kind) {
        case 'off':
          this.#closing = true
          void Promise.all(this.#sending).then(this.#onOff)
          return { begun: 0, until: null }
        case 'waiting':
          return { begun: 0, until: freeAt ?? begun.until }
        case 'begun':
          messages = begun.messages.length
          for (const message of begun.messages) this.#send(() => sender.deliver(begun.target, message))
          return { begun: messages, until: null }
      }
    } finally {
      hosts.release(reserved.host, reserved.count - messages)
    }
  }

  #send(deliver: () => Promise<void>): void {
    const sending = deliver().finally(() => {
      this.#sending.delete(sending)
      this.#alarm.ring()
    })
    this.#sending.add(sending)
  }
}

import { MINUTE, SECOND } from '../domain/time.ts'
import { createAlarm } from './alarm.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** The next watch is looked for this often, because another node may have added one. */
const MAX_NAP_MS = MINUTE
const MIN_NAP_MS = SECOND

type WatchTimer = AsyncDisposable & {
  /** Begins to look at the watches that are due. */
  start(): void
}

/**
 * Looks at watches when they are due. Without any it asks once a minute for the next one.
 *
 * @param parts.look looks at those that are due; returns when the next one is, null for none
 */
export function createWatchTimer(parts: {
  log: Log
  metrics: Pick<Metrics, 'count'>
  clock: { now(): Date }
  look(shouldContinue: () => boolean): Promise<Date | null>
}): WatchTimer {
  const alarm = createAlarm()
  let stopping = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!stopping) {
      let napMs = MAX_NAP_MS
      try {
        const next = await parts.look(() => !stopping)
        if (next)
          napMs = Math.max(MIN_NAP_MS, Math.min(MAX_NAP_MS, next.getTime() - parts.clock.now().getTime()))
      } catch (error) {
        // The store is unavailable; what is due stays due.
        parts.log.error({ err: error }, 'watches_unavailable')
        parts.metrics.count('formslot_worker_faults_total')
      }
      if (!stopping) await alarm.wait(napMs)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      alarm.ring()
      await running
    },
  }
}

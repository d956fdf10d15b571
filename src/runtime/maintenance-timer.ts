import { HOUR, MINUTE } from '../domain/time.ts'
import type { Log } from './log.ts'

const FIRST_AFTER_MS = 10 * MINUTE

type MaintenanceTimer = AsyncDisposable & {
  /** Begins to purge every hour. */
  start(): void
  /** Runs the hourly maintenance now. */
  tick(): Promise<void>
}

/**
 * Purges every hour, unless the clock cannot be trusted to say what is old.
 *
 * @param parts.checkClock returns until when nothing may be purged; null: purge
 * @param parts.purge its argument returns false once the service is stopping
 */
export function startMaintenanceTimer(parts: {
  log: Log
  checkClock(): Promise<Date | null>
  purge(goesOn: () => boolean): Promise<void>
}): MaintenanceTimer {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let stopping = false

  async function tickOnce(): Promise<void> {
    try {
      const until = await parts.checkClock()
      if (until) parts.log.warn({ until }, 'purge_paused_after_clock_jump')
      else await parts.purge(() => !stopping)
    } catch (error) {
      // The next hour tries again; rows that are old are merely stored longer.
      parts.log.error({ err: error }, 'purge_failed')
    }
  }

  function tick(): Promise<void> {
    running = running.then(tickOnce)
    return running
  }

  const run = () => {
    tick()
    timer = setTimeout(run, HOUR)
  }
  return {
    start() {
      timer ??= setTimeout(run, FIRST_AFTER_MS)
    },
    tick,
    async [Symbol.asyncDispose]() {
      stopping = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}

import type { ClockCheck, ClockReading } from '../domain/maintenance/clock-jump.ts'
import { type Clock, HOUR, MINUTE } from '../domain/time.ts'
import type { Log } from './log.ts'

const FIRST_AFTER = 10 * MINUTE

export type MaintenanceTimer = AsyncDisposable & {
  /** Begins to purge by the hour. */
  start(): void
  /** What is done each hour, at once. */
  tick(): Promise<void>
}

/** Purges by the hour, and not while a clock that has jumped says what is old (`domain/maintenance/clock-jump.ts`). */
export function startMaintenanceTimer(parts: {
  clock: Clock
  /** Milliseconds of a clock that nobody sets. */
  steady(): number
  log: Log
  look(readings: { now: ClockReading; last: ClockReading | null }): Promise<ClockCheck>
  /** `goesOn`: false once the service is stopping. */
  purge(goesOn: () => boolean): Promise<void>
}): MaintenanceTimer {
  const { clock, log } = parts
  const read = () => ({ wall: clock.now(), steady: parts.steady() })
  let last: ClockReading = read()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let stopping = false

  async function tickOnce(): Promise<void> {
    try {
      const now = read()
      const { jump, pausedUntil } = await parts.look({ now, last })
      last = now
      if (pausedUntil) {
        const jump_seconds = Math.round(jump / 1000)
        log.warn({ jump_seconds, until: pausedUntil }, 'the clock has jumped: nothing is purged for a while')
        return
      }
      await parts.purge(() => !stopping)
    } catch (error) {
      // The next hour tries again; what should go is merely kept longer.
      log.error({ err: error }, 'the purge failed')
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
      timer ??= setTimeout(run, FIRST_AFTER)
    },
    tick,
    async [Symbol.asyncDispose]() {
      stopping = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}

import { type Clock, HOUR, MINUTE } from './domain/time.ts'
import type { Log } from './log.ts'

const FIRST_AFTER = 10 * MINUTE
/** The wall clock and the steady clock may drift apart by so much between two purges. */
const LARGEST_JUMP = HOUR

/**
 * Purges by the hour. When the wall clock has jumped since the last time, nothing is deleted in this hour:
 * a clock that is a month ahead must not delete a month of submissions before somebody notices.
 */
export function openUpkeepTimer(parts: { clock: Clock; log: Log; purge(): Promise<void> }): AsyncDisposable {
  const { clock, log } = parts
  let last = readings(clock)
  let running: Promise<void> = Promise.resolve()

  async function tick(): Promise<void> {
    const now = readings(clock)
    const jump = now.wall - last.wall - (now.steady - last.steady)
    last = now
    if (Math.abs(jump) > LARGEST_JUMP) {
      log.warn(
        { jump_seconds: Math.round(jump / 1000) },
        'the clock has jumped: nothing is purged in this hour',
      )
      return
    }
    try {
      await parts.purge()
    } catch (error) {
      // The next hour tries again; what should go is merely kept longer.
      log.error({ err: error }, 'the purge failed')
    }
  }

  const run = () => {
    running = running.then(tick)
    timer = setTimeout(run, HOUR)
  }
  let timer = setTimeout(run, FIRST_AFTER)
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await running
    },
  }
}

function readings(clock: Clock): { wall: number; steady: number } {
  return { wall: clock.now().getTime(), steady: performance.now() }
}

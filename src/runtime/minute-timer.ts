import { MINUTE } from '../domain/time.ts'
import { createAlarm } from './alarm.ts'

type MinuteTimer = AsyncDisposable & {
  /** Begins to run once in each minute. */
  start(): void
}

/** Runs something once in each minute of the clock, soon after the minute has begun. */
export function createMinuteTimer(parts: {
  clock: { now(): Date }
  run(): Promise<void>
  onFault(error: unknown): void
}): MinuteTimer {
  const { clock, run, onFault } = parts
  const alarm = createAlarm()
  let stopping = false
  let running: Promise<void> | null = null

  async function runEachMinute(): Promise<void> {
    while (!stopping) {
      try {
        await run()
      } catch (error) {
        onFault(error)
      }
      if (!stopping) await alarm.wait(MINUTE - (clock.now().getTime() % MINUTE))
    }
  }

  return {
    start() {
      running ??= runEachMinute()
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      alarm.ring()
      await running
    },
  }
}

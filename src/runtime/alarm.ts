/** Pause of a worker between two rounds of work, which `ring` cuts short. */
export type Alarm = {
  /** Ends the current pause, or the next one if none is in progress. */
  ring(): void
  /** Resolves after `ms`, or when the alarm rings. */
  wait(ms: number): Promise<void>
}

export function createAlarm(): Alarm {
  let isRung = false
  let endPause: (() => void) | null = null
  return {
    ring() {
      isRung = true
      endPause?.()
    },
    wait(ms) {
      if (isRung) {
        isRung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          endPause = null
          isRung = false
          resolve()
        }
        const timer = setTimeout(done, ms)
        endPause = done
      })
    },
  }
}

/** A place in the row of those who work at the same time; whoever has it gives it back by disposing of it. */
export type Semaphore = { take(): Promise<Disposable> }

/** Lets `limit` work at the same time, the others wait in the order they came. */
export function createSemaphore(limit: number): Semaphore {
  let free = limit
  const waiting: (() => void)[] = []

  const turn: Disposable = {
    [Symbol.dispose]() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }

  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return turn
    },
  }
}

/** A pool of concurrent deliveries. */
export type Pool = {
  /** Resolves with how many deliveries were begun, once none is in progress. */
  finished: Promise<number>
  /** Looks for deliveries that have become due. */
  notify(): void
}

/** Maximum time for which a result waits for those of others, to be stored with them. */
const LINGER_MS = 20

/**
 * Delivers up to `concurrency` at a time until nothing is due or the channel stops. Deliveries that can begin, or have
 * ended, while a write for earlier ones is in progress share the next one.
 *
 * @typeParam Begun a delivery whose attempt is stored
 * @typeParam Sent a delivery whose attempt has a result
 * @param options.begin begins due deliveries, up to a limit; returns those that are to be sent, and null when none is due
 * @param options.stops returns true for a result that says that the channel accepts no more
 */
export function createPool<Begun, Sent>(options: {
  concurrency: number
  begin(limit: number): Promise<Begun[] | null>
  send(begun: Begun): Promise<Sent>
  settle(sent: readonly Sent[]): Promise<void>
  stops(sent: Sent): boolean
  mayContinue(): boolean
}): Pool {
  const { concurrency } = options
  const sent: Sent[] = []
  const tasks = createTasks()
  const lingering = createLingering(() => sending > 0 && sent.length < concurrency / 2)
  let begun = 0
  let inProgress = 0
  let sending = 0
  let stopped = false

  const begin = createStep(async () => {
    while (mayBegin() && inProgress < concurrency) {
      const deliveries = await options.begin(concurrency - inProgress)
      if (deliveries === null) return
      begun += deliveries.length
      inProgress += deliveries.length
      for (const delivery of deliveries) tasks.run(() => send(delivery))
    }
  })

  async function send(delivery: Begun): Promise<void> {
    sending += 1
    try {
      sent.push(await options.send(delivery))
    } finally {
      sending -= 1
    }
    lingering.check()
    tasks.run(settle)
  }

  const settle = createStep(async () => {
    while (sent.length > 0) {
      await lingering.wait()
      const batch = sent.splice(0)
      if (batch.some(options.stops)) stopped = true
      // Their places are free at once, so that the next begin in the transaction that settles these.
      inProgress -= batch.length
      goOn()
      await options.settle(batch)
    }
  })

  function mayBegin(): boolean {
    return !stopped && !tasks.hasFailed() && options.mayContinue()
  }

  function goOn(): void {
    if (mayBegin()) tasks.run(begin)
  }

  async function finish(): Promise<number> {
    await tasks.ended()
    tasks.throwFault()
    return begun
  }

  goOn()
  return {
    finished: finish(),
    notify() {
      if (tasks.isBusy()) goOn()
    },
  }
}

/** Creates a list of running tasks. A fault is kept until all have ended: a delivery in progress keeps its lease. */
function createTasks() {
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  return {
    run(task: () => Promise<void>): void {
      const promise = task()
        .catch((fault: unknown) => {
          faults.push(fault)
        })
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    isBusy: () => running.size > 0,
    hasFailed: () => faults.length > 0,
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.race(running)
    },
    throwFault(): void {
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** Creates a step that runs once more when it is called while it runs. */
function createStep(step: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let isCalled = false
  return async () => {
    isCalled = true
    if (isRunning) return
    isRunning = true
    try {
      while (isCalled) {
        isCalled = false
        await step()
      }
    } finally {
      isRunning = false
    }
  }
}

/** Creates a short wait that lasts while it `isWorthIt`; `check` looks again. */
function createLingering(isWorthIt: () => boolean) {
  let end: (() => void) | null = null
  return {
    check(): void {
      if (!isWorthIt()) end?.()
    },
    async wait(): Promise<void> {
      if (!isWorthIt()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      end = resolve
      const timer = setTimeout(resolve, LINGER_MS)
      await promise
      clearTimeout(timer)
    },
  }
}

/** Work that is begun whenever there is room for more, so that one that takes long keeps no other waiting. */
export type Pool = {
  /** Begins as much as there is room for, and waits for none of it. */
  fill(): Promise<void>
  /** Runs until nothing is left. Returns the number of what was run. */
  drain(): Promise<number>
  /** Begins nothing more, and waits for what is in progress. */
  close(): Promise<void>
}

/**
 * Creates a pool of concurrent work.
 *
 * @param parts.take returns work to begin, at most `limit`
 * @param parts.run never rejects
 * @param parts.onFault gets the errors of taking work when some has ended
 */
export function createPool<Work>(parts: {
  limit: number
  take(limit: number): Promise<readonly Work[]>
  run(work: Work): Promise<void>
  onFault(error: unknown): void
}): Pool {
  const running = new Set<Promise<void>>()
  let begun = 0
  let isClosing = false

  async function begin(): Promise<void> {
    const room = parts.limit - running.size
    if (isClosing || room <= 0) return
    const works = await parts.take(room)
    begun += works.length
    for (const work of works) {
      const run = parts.run(work).finally(() => {
        running.delete(run)
        fill().catch(parts.onFault)
      })
      running.add(run)
    }
  }

  // One at a time: two would begin more than there is room for.
  let filling: Promise<void> = Promise.resolve()
  const fill = () => {
    const filled = filling.then(begin)
    // A fault of `take` is the caller's; the next one takes again.
    filling = filled.catch(() => {})
    return filled
  }

  return {
    fill,
    async drain() {
      const before = begun
      await fill()
      let last: Promise<void>
      do {
        last = filling
        await last
        if (running.size > 0) await Promise.race(running)
        // Work that has ended fills the pool again.
      } while (running.size > 0 || filling !== last)
      return begun - before
    },
    async close() {
      isClosing = true
      await filling
      await Promise.allSettled(running)
    },
  }
}

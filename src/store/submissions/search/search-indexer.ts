import type { Kysely } from 'kysely'
import { StoreBroken, StoreUnavailable } from '../../contract/errors.ts'
import type { Schema } from '../../engine/schema.ts'
import type { SearchIndex } from '../../engine/search-index.ts'
import type { QueueWrite } from '../../engine/write-queue.ts'
import { indexNextBatch, isWorthIndexing } from './index-submissions.ts'

/** So long nobody must have written anything before the index takes its turn. */
const QUIET_MS = 5
/** Under a load that leaves no such gap it takes a turn so often: some three milliseconds in 150. */
const PACE_MS = 150
/** How long it waits for what is not settled yet, or for a database that is away. */
const LATER_MS = 5000
/** So many new submissions are worth feeding; until then they are read where they stand. */
export const MIN_KEYS_TO_INDEX = 256

/** Feeds the index of words, beside what is written for others. */
export type SearchIndexer = {
  /** Told of each commit for others, and of no more submissions than came with it. */
  wrote(submissions: number): void
  /** Told after the index was left with something to tidy. */
  wake(): void
  close(): Promise<void>
}

/**
 * Takes turns at the index of words while nobody writes, one short transaction after the other and half of the time at
 * most: from the moment on when enough submissions wait until all of them are in it.
 *
 * @param parts.onFault told of what nobody else hears of
 */
export function openSearchIndexer(parts: {
  index: SearchIndex
  reads: Kysely<Schema>
  write: QueueWrite
  onFault(error: unknown): void
}): SearchIndexer {
  const { index, reads, write } = parts
  const { tidy } = index
  // What an earlier life left is looked for at the first turn.
  let waiting = MIN_KEYS_TO_INDEX
  let isFeeding = false
  let isUntidy = false
  let wroteAt = Number.NEGATIVE_INFINITY
  let turnedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let closed = false

  function arm(after: number): void {
    if (closed || timer || running) return
    timer = setTimeout(tick, after)
    timer.unref()
  }

  function tick(): void {
    timer = null
    const now = performance.now()
    const isTime = now - wroteAt >= QUIET_MS || now - turnedAt >= PACE_MS
    if (!isTime) {
      arm(QUIET_MS)
      return
    }
    turnedAt = now
    running = takeTurn().then((next) => {
      running = null
      if (next === 'again') arm(performance.now() - now)
      else if (next === 'later') arm(LATER_MS)
      else if (waiting >= MIN_KEYS_TO_INDEX) arm(QUIET_MS)
    })
  }

  async function takeTurn(): Promise<'again' | 'later' | 'done'> {
    try {
      if (isUntidy) {
        isUntidy = tidy !== null && (await write(({ db }) => tidy(db)))
        return 'again'
      }
      waiting = 0
      isFeeding ||= await isWorthIndexing(reads, MIN_KEYS_TO_INDEX)
      if (!isFeeding) return 'done'
      isFeeding = (await write(({ db }) => indexNextBatch(db, index))) === 'some'
      isUntidy = isFeeding && index.tidy !== null
      if (isFeeding) return 'again'
      return (await isWorthIndexing(reads, MIN_KEYS_TO_INDEX)) ? 'later' : 'done'
    } catch (error) {
      if (error instanceof StoreBroken || error instanceof StoreUnavailable) return 'later'
      parts.onFault(error)
      return 'done'
    }
  }

  arm(QUIET_MS)
  return {
    wrote(submissions) {
      wroteAt = performance.now()
      waiting += submissions
      if (waiting >= MIN_KEYS_TO_INDEX) arm(QUIET_MS)
    },
    wake() {
      isUntidy = index.tidy !== null
      arm(QUIET_MS)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}

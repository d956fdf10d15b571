import { type BigIntStats, closeSync, fdatasync, openSync, realpathSync, statSync } from 'node:fs'
import type { KyselyPlugin } from 'kysely'
import { DurabilityLost, StoreBroken } from '../../contract/errors.ts'

/**
 * Flushes the write-ahead log of an open database on a thread of its own, so that requests are read while the disk works
 * (docs/decisions/0033-flush-beside-the-event-loop.md).
 */
type LogFlush = {
  /** Call when COMMIT has returned, in the same turn of the event loop. */
  recordCommit(): void
  /** Returns a promise that settles after a flush of all commits so far; null when they are flushed already. */
  awaitFlush(): Promise<void> | null
  /** Ends a flush that is running; call no other function afterwards. */
  close(): Promise<void>
}

/**
 * Opens the log of a database that is open, because SQLite keeps one file as the log until then.
 *
 * Flushes run one after the other, because the system reports a failed write to one of them only: what commits during a
 * flush waits for the next. After a failure none runs again, and `awaitFlush` rejects with StoreBroken for ever.
 */
export function openLogFlush(log: string): LogFlush {
  // Writing access, because some systems flush nothing else.
  const descriptor = openSync(log, 'r+')
  let commits = 0
  let flushedCommits = 0
  let running: { covers: number; ended: Promise<void> } | null = null
  let waiting: Promise<void> | null = null

  function start(): Promise<void> {
    const covers = commits
    waiting = null
    const ended = flush(descriptor).then(() => {
      flushedCommits = covers
      running = null
    })
    running = { covers, ended }
    return ended
  }

  return {
    recordCommit() {
      commits += 1
    },
    awaitFlush() {
      if (flushedCommits === commits) return null
      // It begins after the one that runs, and covers what commits until then.
      if (waiting) return waiting
      if (!running) return start()
      if (running.covers === commits) return running.ended
      waiting = running.ended.then(start)
      return waiting
    },
    async close() {
      // An error has already been thrown to those who waited for the flush.
      await Promise.allSettled([running?.ended, waiting])
      closeSync(descriptor)
    },
  }
}

/** Delays the results of reads: what they may have seen is flushed before anybody learns of it. */
export function afterFlush(log: Pick<LogFlush, 'awaitFlush'>): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await log.awaitFlush()
      return result
    },
  }
}

/** @throws StoreBroken */
function flush(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(new StoreBroken(error)) : resolve()))
  })
}

/**
 * Watches an open database from outside: rows that are committed to a file that has been deleted, replaced or emptied
 * would be gone at the next start. The returned function compares the files at the paths with those that were opened.
 *
 * NOTE: it must not open the file: closing a descriptor drops the locks that this process holds on it
 * (sqlite.org/howtocorrupt.html §2.2).
 */
export function watchDatabaseFile(file: string): () => void {
  const real = realpathSync(file)
  const watched = [
    { at: file, mayBeEmpty: false },
    // Another program can shorten the log.
    { at: `${real}-wal`, mayBeEmpty: true },
  ].map((each) => ({ ...each, opened: findFile(each.at) }))

  return function checkFile() {
    for (const { at, mayBeEmpty, opened } of watched) {
      const loss = describeLoss(findFile(at), { opened, mayBeEmpty })
      if (loss !== null) throw new DurabilityLost(`${at} was ${loss} while the service was running`)
    }
  }
}

function describeLoss(
  found: BigIntStats | undefined,
  { opened, mayBeEmpty }: { opened: BigIntStats | undefined; mayBeEmpty: boolean },
): string | null {
  if (!found) return 'deleted or moved'
  if (found.ino !== opened?.ino || found.dev !== opened.dev) return 'replaced'
  return found.size === 0n && !mayBeEmpty ? 'emptied' : null
}

/** @throws DurabilityLost when the system cannot tell */
function findFile(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    throw new DurabilityLost(`${file} cannot be found any more`, error)
  }
}

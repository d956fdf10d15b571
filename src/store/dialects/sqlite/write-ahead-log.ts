import { type BigIntStats, closeSync, fdatasync, openSync, realpathSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { KyselyPlugin } from 'kysely'
import { DurabilityLost, StoreBroken } from '../../contract/errors.ts'
import { createCopier } from './checkpoint-copier.ts'
import { toStoreError } from './faults.ts'

/** Pages in the log at which it is copied into the database; the log then takes some 16 MiB. */
const CHECKPOINT_PAGES = 4000
/** Transactions between two checks of the length of the log, which take 15 µs each. */
const TRANSACTIONS_PER_CHECK = 8

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

/** Copies the write-ahead log into the database on a thread of its own, which starts when it is first needed. */
type Checkpoints = {
  /**
   * Await before a transaction begins. Writers wait while the end of the log is copied, because SQLite restarts the log
   * only once all of it is copied. Returns null when there is nothing to wait for.
   *
   * @throws StoreBroken when the disk failed during a checkpoint: SQLite itself would ignore it
   */
  beforeBegin(): Promise<void> | null
  close(): Promise<void>
}

export function createCheckpoints(writing: DatabaseSync, file: string): Checkpoints {
  // Takes the place of the checkpoints that COMMIT makes.
  writing.exec('pragma wal_autocheckpoint = 0')
  const readLogLength = writing.prepare('pragma wal_checkpoint(noop)')
  const copyHere = writing.prepare('pragma wal_checkpoint(passive)')
  const copier = createCopier(file)
  let transactions = 0
  /** While writers go on, most of the log is copied. They wait for the rest, which is what was written meanwhile. */
  let state: 'idle' | 'copying' | 'copied' = 'idle'
  let copiedPages = 0
  let running: Promise<void> | null = null
  let broken: StoreBroken | null = null

  /** Copies what nobody reads. On a full disk, the log stays as it is and is copied later. */
  async function copy(withoutThread: () => void): Promise<void> {
    try {
      if (!(await copier.copy())) withoutThread()
    } catch (error) {
      const reported = toStoreError(error)
      if (!(reported instanceof StoreBroken)) return
      broken = reported
      throw reported
    }
  }

  function run(work: Promise<void>): Promise<void> {
    running = work.finally(() => {
      running = null
    })
    return running
  }

  async function copyBesideWriters(): Promise<void> {
    state = 'copying'
    await copy(() => {})
    state = 'copied'
  }

  async function copyEnd(): Promise<void> {
    // A thread that ended or could not start says nothing about the disk: then this connection copies.
    await copy(() => copyHere.get())
    copiedPages = Number(readLogLength.get()?.log)
    state = 'idle'
  }

  function isLong(): boolean {
    const pages = Number(readLogLength.get()?.log)
    if (pages < copiedPages) copiedPages = 0
    return pages - copiedPages >= CHECKPOINT_PAGES
  }

  return {
    beforeBegin() {
      if (broken) return Promise.reject(broken)
      if (state === 'copied') return run(copyEnd())
      transactions += 1
      if (state === 'idle' && transactions % TRANSACTIONS_PER_CHECK === 0 && isLong()) {
        // Its error is kept in `broken`, which the next transaction throws.
        run(copyBesideWriters()).catch(() => {})
      }
      return null
    },
    async close() {
      await Promise.allSettled([running])
      await copier.close()
    },
  }
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

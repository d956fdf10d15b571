import { StoreUnavailable } from '../contract/errors.ts'
import type { Connection } from '../engine/connection.ts'
import type { InboxReads } from '../submissions/inbox-reads.ts'
import { findRead, type ReadName, type RequestOf, type ResultOf } from './named-reads.ts'
import { unpack } from './packing.ts'
import { type ReadingThread, startThread } from './thread.ts'

/** Time without an answer after which the thread is given up. The longest reads take some seconds on an idle core. */
const SILENCE_LIMIT_MS = 60_000

/** Runs the reads of owners where they delay no visitor. */
export type Reader = {
  /**
   * Runs a read and returns its result.
   *
   * @throws StoreUnavailable, StoreBroken
   */
  read<Name extends ReadName>(name: Name, request: RequestOf<Name>): Promise<ResultOf<Name>>
  /** Ends reads that run. */
  close(): Promise<void>
}

/**
 * Creates the reader of a store. Where this process reads the database file itself, the reads run in a thread, which the
 * first one starts; where a server does, over its connection.
 *
 * @param options.inThisThread reads over the connection in any case: for a process with few reads, which starting a thread
 *   would delay
 * @param options.onFault called when the thread ended by itself; the next read starts another
 */
export function openReader(options: {
  connection: Pick<Connection, 'reads' | 'folders' | 'search' | 'checkFile' | 'file' | 'awaitFlush'>
  inThisThread?: boolean | undefined
  onFault(error: unknown): void
  limitMs?: number
}): Reader {
  const { connection, onFault, limitMs = SILENCE_LIMIT_MS } = options
  const { file } = connection
  if (file === null || options.inThisThread) return readOverConnection(connection)
  let thread: ReadingThread | null = null
  let isClosed = false

  function start(file: string): ReadingThread {
    // The thread opens the path again, which must still lead to the file that this process writes.
    connection.checkFile?.()
    return startThread({
      file,
      limitMs,
      onEnd(reason) {
        thread = null
        onFault(reason)
      },
    })
  }

  return {
    async read<Name extends ReadName>(name: Name, request: RequestOf<Name>) {
      if (isClosed) throw new StoreUnavailable('closed')
      thread ??= start(file)
      const packed = await thread.ask(name, request)
      // The thread sees commits before they are flushed, and this one has counted each before the answer arrives.
      await connection.awaitFlush()
      return unpack(name, packed) as ResultOf<Name>
    },
    async close() {
      isClosed = true
      await thread?.end()
    },
  }
}

function readOverConnection({
  reads: db,
  folders,
  search,
}: Pick<Connection, 'reads' | 'folders' | 'search'>): Reader {
  const inboxReads: InboxReads = { db, folders, search }
  return {
    read: (name, request) => findRead(name)(inboxReads, request),
    async close() {},
  }
}

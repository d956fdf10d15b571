import { connectReading } from '../dialects/sqlite/connect-reading.ts'
import type { InboxReads } from '../submissions/inbox-reads.ts'
import { findRead, type ReadName } from './named-reads.ts'
import { pack } from './packing.ts'
import { type Outcome, toFault } from './protocol.ts'

/** Returns a function that runs reads over a connection of this thread, which the first one opens. */
export function createReads(file: string): (name: ReadName, request: unknown) => Promise<Outcome> {
  let opened: InboxReads | null = null

  function open(): InboxReads {
    const { reads: db, folders, search } = connectReading(file)
    return { db, folders, search }
  }

  return async (name, request) => {
    try {
      opened ??= open()
      const result = await findRead(name)(opened, request as never)
      return { kind: 'result', packed: pack(name, result) }
    } catch (error) {
      return { kind: 'failed', fault: toFault(error) }
    }
  }
}

import type { Kysely } from 'kysely'
import type { StoreUnavailable } from '../contract/errors.ts'
import { countDays } from '../endpoints/owned-endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { findManyDeliveries } from '../outbox/found-deliveries.ts'
import { searchSender } from '../submissions/erasure.ts'
import { countUnread } from '../submissions/folder-keys.ts'
import { countUnreadIn, listKeys, listSubmissions } from '../submissions/inbox-list.ts'
import type { InboxReads } from '../submissions/inbox-reads.ts'
import { countEvents } from '../telemetry/event-reads.ts'
import { breakDownEvents, countValues, listEvents } from '../telemetry/scan-events.ts'

/**
 * Reads of owners that may be heavy, by name: on SQLite they run in the reading thread. Each takes the connection and one
 * request. Requests and results are plain data, with Dates and Maps, because they cross between threads.
 */
const NAMED_READS = {
  listSubmissions,
  listKeys,
  countUnreadIn,
  countUnread,
  countDays,
  searchSender,
  listEvents: withDatabase(listEvents),
  breakDownEvents: withDatabase(breakDownEvents),
  countValues: withDatabase(countValues),
  countEvents: withDatabase(countEvents),
  findManyDeliveries: withDatabase(findManyDeliveries),
}

type NamedRead<Name extends ReadName> = (
  reads: InboxReads,
  request: RequestOf<Name>,
) => Promise<ResultOf<Name>>

export type ReadName = keyof typeof NAMED_READS
export type RequestOf<Name extends ReadName> = Parameters<(typeof NAMED_READS)[Name]>[1]
export type ResultOf<Name extends ReadName> = Awaited<ReturnType<(typeof NAMED_READS)[Name]>>

function withDatabase<Request, Result>(run: (db: Kysely<Schema>, request: Request) => Promise<Result>) {
  return ({ db }: InboxReads, request: Request) => run(db, request)
}

/** Finds a read by its name. */
export function findRead<Name extends ReadName>(name: Name): NamedRead<Name> {
  // TypeScript does not see that request and result belong to the read of this name.
  return NAMED_READS[name] as unknown as NamedRead<Name>
}

/** Data that the thread is started with. */
export type ThreadData = {
  /** The database. */
  file: string
  /** Folder of the compile cache, if there is one. */
  compileCache: string | undefined
}

/** A read to run. */
export type Question = { id: number; name: ReadName; request: unknown }

/** The result of a read, or why it failed. */
export type Outcome = { kind: 'result'; result: unknown } | { kind: 'failed'; fault: Fault }

export type Answer = { id: number } & Outcome

/** An error in a form that keeps its class: a structured clone of an error is a plain Error. */
export type Fault =
  | { kind: 'unavailable'; reason: StoreUnavailable['reason']; cause: unknown }
  | { kind: 'broken'; message: string; cause: unknown }
  | { kind: 'lost'; message: string; cause: unknown }
  | { kind: 'other'; error: unknown }

import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { QueueWrite, WriteContext } from './write-queue.ts'

type DatabaseFunction = (db: Kysely<Schema>, ...rest: never[]) => Promise<unknown>

type KeyedWrite = (context: WriteContext, request: never) => Promise<unknown>

/** The same functions without their first argument: the database, or the context of the write. */
type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** Binds functions that only read to the connection for reads. */
export function bindReads<Functions extends Record<string, DatabaseFunction>>(
  reads: Kysely<Schema>,
  functions: Functions,
): Bound<Functions> {
  return bindEach(functions, (run) => run(reads))
}

/** Binds functions that write, and need no keys, to the write queue. */
export function bindWrites<Functions extends Record<string, DatabaseFunction>>(
  write: QueueWrite,
  functions: Functions,
): Bound<Functions> {
  return bindEach(functions, (run) => write(({ db }) => run(db)))
}

/** Binds functions that write rows with keys to the write queue; the keys are of the time of the request. */
export function bindKeyedWrites<Functions extends Record<string, KeyedWrite>>(
  write: QueueWrite,
  functions: Functions,
  options: { makesDeliveries: boolean } = { makesDeliveries: false },
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, run]) => [
    name,
    (request: { now: Date }) =>
      write((context) => run(context, request as never), { ...options, keysAt: request.now }),
  ])
  // `Object.entries` loses the types of the functions; `Bound` restores them.
  return Object.fromEntries(bound) as Bound<Functions>
}

function bindEach<Functions extends Record<string, DatabaseFunction>>(
  functions: Functions,
  call: (run: (db: Kysely<Schema>) => Promise<unknown>) => Promise<unknown>,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, run]) => [
    name,
    (...rest: never[]) => call((db) => run(db, ...rest)),
  ])
  // `Object.entries` loses the types of the functions; `Bound` restores them.
  return Object.fromEntries(bound) as Bound<Functions>
}

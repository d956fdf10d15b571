import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { QueueWrite } from './write-queue.ts'

type DatabaseFunction = (db: Kysely<Schema>, ...rest: never[]) => Promise<unknown>

/** The same functions without their first argument, the database. */
type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (db: never, ...rest: infer Rest) => infer Result
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

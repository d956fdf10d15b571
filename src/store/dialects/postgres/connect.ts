import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { type ClientBase, Pool, type PoolClient, types } from 'pg'
import { StoreUnavailable } from '../../contract/errors.ts'
import {
  type Connection,
  Contended,
  DatabaseUnusable,
  type Rows,
  type Transaction,
} from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { type BroadcastOptions, openBroadcast } from './broadcast.ts'
import { toStartError, toStoreError } from './faults.ts'
import { postgresFolders } from './folders.ts'
import { maintainPartitions } from './partitions.ts'
import { createPipeline } from './pipeline.ts'
import { saveRows } from './rows.ts'
import { createPostgresSearch } from './search.ts'

/** Oldest supported server, as `server_version_num`: partitioned tables need 14. */
const POSTGRES_FLOOR = 140_000
/** Maximum number of concurrent group commits; more only make each smaller. */
const CONCURRENT_BATCHES = 2
/** Connections per node: for concurrent batches, reads, keys and maintenance. */
const MAX_CONNECTIONS = 8
/** A migration may rewrite tables, and waits for the other nodes that migrate. */
const MIGRATION_TIMEOUT_MS = 15 * 60_000
/** Time that the driver waits beyond the server's own timeout, whose error says more. */
const GRACE_MS = 2000
/** Server-side statement timeout: longer than any statement of ours takes under normal conditions. */
const LIMITS = { connect: 10_000, statement: 8000, lock: 4000 }
/** Advisory lock; a number that no other program on the database is likely to use. */
const MIGRATION_LOCK = 7_350_661_209

const INT8 = 20
/** Keys, times and counts are whole numbers well below 2^53. */
const NUMBERS_PARSED = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/**
 * Connects to PostgreSQL. Statements of a transaction that do not need each other's answers share a round trip.
 *
 * @param url `postgres://…` in the syntax of libpq
 * @param options.listening absent when the node receives no live events of other nodes
 * @throws DatabaseUnusable when the server is unreachable, too old, or does not flush on commit
 */
export async function connectPostgres(
  url: string,
  options: Partial<typeof LIMITS> & { listening?: BroadcastOptions | null } = {},
): Promise<Connection> {
  const limits = { ...LIMITS, ...options }
  const poolOptions = {
    connectionString: url,
    types: NUMBERS_PARSED,
    max: MAX_CONNECTIONS,
    pipeline: true,
    application_name: 'formslot',
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.statement + GRACE_MS,
    keepAlive: true,
  }
  const pool = new Pool(poolOptions)
  const migrationPool = new Pool({ ...poolOptions, max: 1, query_timeout: MIGRATION_TIMEOUT_MS })
  for (const each of [pool, migrationPool]) {
    // An idle connection that breaks is taken out of its pool; the next statement opens another.
    each.on('error', () => {})
    // NOTE: an `error` event of a borrowed connection without a listener would end the process. Its statements fail too,
    // so the borrower notices.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  const reads = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withStoreErrors(pool) }) })
  const bound = new WeakMap<ClientBase, Kysely<Schema>>()
  const begin = {
    brief: beginWithin(limits.statement, limits.lock),
    patient: beginWithin(MIGRATION_TIMEOUT_MS, MIGRATION_TIMEOUT_MS),
  }

  async function transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    patience: 'brief' | 'patient' = 'brief',
  ): Promise<T> {
    const client = await (patience === 'brief' ? pool : migrationPool).connect().catch((error: unknown) => {
      throw toStoreError(error)
    })
    const pipeline = createPipeline()
    pipeline.add(client.query(begin[patience]))
    const tx = { db: bindClient(client), save: (rows: Rows) => pipeline.add(saveRows(client, rows)) }
    try {
      const result = await pipeline.settle(work(tx))
      const { command } = await pipeline.settle(client.query('commit'))
      if (command !== 'COMMIT') throw new Contended(new Error('the transaction was rolled back'))
      client.release()
      return result
    } catch (error) {
      const fault = toStoreError(error)
      // A connection in an unknown state is discarded.
      const lost = fault instanceof StoreUnavailable || !(await tryRollback(client))
      client.release(lost)
      throw fault
    }
  }

  function bindClient(client: PoolClient): Kysely<Schema> {
    const known = bound.get(client)
    if (known) return known
    const fresh = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: toSingleClientPool(client) }) })
    bound.set(client, fresh)
    return fresh
  }

  try {
    await check(pool)
  } catch (error) {
    await Promise.all([pool.end(), migrationPool.end()])
    throw toStartError(error)
  }
  const broadcast = options.listening
    ? openBroadcast({ pool, listening: options.listening, ...poolOptions })
    : null
  return {
    reads,
    concurrentBatches: CONCURRENT_BATCHES,
    dialect: 'postgres',
    transaction,
    migration: (work) =>
      transaction(async ({ db }) => {
        await db.executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]))
        return work(db)
      }, 'patient'),
    maintain: maintainPartitions,
    // PostgreSQL maintains its indexes itself: each covers a week's partition, and is small.
    indexSubmissions: async () => {},
    folders: postgresFolders,
    search: createPostgresSearch(),
    freeBytes: () => Infinity,
    broadcast,
    async close() {
      await broadcast?.close()
      await Promise.all([pool.end(), migrationPool.end()])
    },
  }
}

/** Builds one statement for all three: one round trip, also through a transaction pooler. */
function beginWithin(statementMs: number, lockMs: number): string {
  return `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`
}

async function check(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; flush: string }>(
    `select current_setting('server_version_num') as version, current_setting('synchronous_commit') as flush`,
  )
  const [server] = rows
  if (!server || Number(server.version) < POSTGRES_FLOOR) {
    throw new DatabaseUnusable(`PostgreSQL ${server?.version} is too old. Use PostgreSQL 14 or newer.`)
  }
  if (server.flush === 'off') {
    throw new DatabaseUnusable(
      'PostgreSQL does not flush every commit: synchronous_commit is off for this role or database. ' +
        'Set it to on: an acknowledged submission must survive a crash.',
    )
  }
}

async function tryRollback(client: ClientBase): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // The connection was lost: the server rolls back by itself, and the cause of the failure is known already.
    return false
  }
}

/** Wraps the connection of a transaction as a pool, for Kysely. */
function toSingleClientPool(client: PoolClient) {
  const borrowed = {
    query: client.query.bind(client),
    release: () => {},
  } as unknown as PostgresPoolClient
  return { connect: async () => borrowed, end: async () => {}, options: {} }
}

/** Wraps the pool so that reads fail with the store's errors. */
function withStoreErrors(pool: Pool) {
  return {
    async connect(): Promise<PostgresPoolClient> {
      try {
        const client = await pool.connect()
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
        return {
          query: (...args: unknown[]) =>
            query(...args).catch((error: unknown) => {
              throw toStoreError(error)
            }),
          release: () => client.release(),
        } as unknown as PostgresPoolClient
      } catch (error) {
        throw toStoreError(error)
      }
    },
    end: async () => {},
    options: {},
  }
}

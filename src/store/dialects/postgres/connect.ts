import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import type { ClockReading } from '../../../domain/time.ts'
import { type Connection, DatabaseUnusable, NotDurable } from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { type BroadcastOptions, openBroadcast } from './broadcast.ts'
import { toStartError, toStoreError } from './faults.ts'
import { postgresFolders } from './folders.ts'
import { maintainPartitions } from './partitions.ts'
import { createPostgresSearch } from './search.ts'
import { findFlushProblem, READ_CLOCK, READ_SERVER, readFacts, SHOW_FLUSH } from './server-facts.ts'
import { createTransactions } from './transactions.ts'

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
/** Time limits of a connection. The server ends a statement at its own, which none of ours reaches under normal conditions. */
const LIMITS = { connectMs: 10_000, statementMs: 8000, lockMs: 4000 }
/** Advisory lock; a number that no other program on the database is likely to use. */
const MIGRATION_LOCK = 7_350_661_209

const INT8 = 20
/** Keys, times and counts are whole numbers well below 2^53. */
const NUMBERS_PARSED = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** Options that only the service needs, and no command. */
export type NodeOptions = {
  /** Maximum time for which a statement waits for a lock. */
  lockMs?: number
  /** Absent when the node receives no live events of other nodes. */
  listening?: BroadcastOptions
  /** Receives the clock of the server with each transaction. */
  onClock?(reading: ClockReading): void
}

/**
 * Connects to PostgreSQL. Statements of a transaction that do not need each other's answers share a round trip.
 *
 * @param url `postgres://…` in the syntax of libpq
 * @throws DatabaseUnusable when the server is unreachable, too old, or does not flush on commit
 */
export async function connectPostgres(
  url: string,
  options: Partial<typeof LIMITS> & NodeOptions = {},
): Promise<Connection> {
  const limits = { ...LIMITS, ...options }
  const config = {
    connectionString: url,
    types: NUMBERS_PARSED,
    max: MAX_CONNECTIONS,
    pipeline: true,
    application_name: 'formslot',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + GRACE_MS,
    keepAlive: true,
  }
  const pool = openPool(config)
  const migrationPool = openPool({ ...config, max: 1, query_timeout: MIGRATION_TIMEOUT_MS })
  const closePools = async () => {
    await Promise.all([pool.end(), migrationPool.end()])
  }
  const { onClock } = options
  const { mayLoseData } = await check(pool, options).catch(async (error: unknown) => {
    await closePools()
    throw toStartError(error)
  })
  const transaction = createTransactions(pool, {
    statementMs: limits.statementMs,
    lockMs: limits.lockMs,
    mayLoseData,
    onClock,
  })
  const patientTransaction = createTransactions(migrationPool, {
    statementMs: MIGRATION_TIMEOUT_MS,
    lockMs: MIGRATION_TIMEOUT_MS,
    mayLoseData,
  })
  const broadcast = options.listening
    ? openBroadcast({ pool, listening: options.listening, ...config })
    : null
  return {
    reads: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withStoreErrors(pool) }) }),
    concurrentBatches: CONCURRENT_BATCHES,
    dialect: 'postgres',
    transaction,
    migration: (work) =>
      patientTransaction(async ({ db }) => {
        await db.executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]))
        return work(db)
      }),
    maintain: maintainPartitions,
    // PostgreSQL maintains its indexes itself: each covers a week's partition, and is small.
    indexSubmissions: async () => {},
    folders: postgresFolders,
    search: createPostgresSearch(),
    file: null,
    // COMMIT has returned after its flush.
    awaitFlush: () => null,
    checkFile: null,
    freeBytes: () => Infinity,
    async measureSize() {
      const { rows } = await pool.query<{ bytes: string }>(
        'select pg_database_size(current_database()) as bytes',
      )
      return Number(rows[0]?.bytes)
    },
    broadcast,
    async close() {
      await broadcast?.close()
      await closePools()
    },
  }
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // An idle connection that breaks is taken out of its pool; the next statement opens another.
  pool.on('error', () => {})
  // NOTE: an `error` event of a borrowed connection without a listener would end the process. Its statements fail too,
  // so the borrower notices.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** @throws DatabaseUnusable */
async function check(pool: Pool, { onClock }: NodeOptions): Promise<{ mayLoseData: boolean }> {
  const statements = [SHOW_FLUSH, READ_SERVER, READ_CLOCK].join('; ')
  const facts = await readFacts(pool, { statements, onClock })
  if (Number(facts.version) < POSTGRES_FLOOR) {
    throw new DatabaseUnusable(`PostgreSQL ${facts.version} is too old. Use PostgreSQL 14 or newer.`)
  }
  const mayLoseData = facts.data_may_be_lost === 'on'
  const problem = findFlushProblem(facts)
  if (problem && !mayLoseData) throw new NotDurable(problem)
  return { mayLoseData }
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

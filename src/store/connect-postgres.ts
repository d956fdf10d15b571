import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { type ClientBase, Pool, type PoolClient, types } from 'pg'
import {
  type Connection,
  Contended,
  DatabaseUnusable,
  type Rows,
  StoreUnavailable,
  type Transaction,
} from './connection.ts'
import { tendPartitions } from './postgres-partitions.ts'
import type { Schema } from './schema.ts'

/** The oldest server whose partitioned tables do all that is asked of them here. */
const POSTGRES_FLOOR = 140_000
/** Group commits under way at once; more only make each smaller. */
const LANES = 2
/** Connections of one node: its lanes, and as many again for reads, keys and upkeep. */
const MAX_CONNECTIONS = 8
/** A migration may rewrite tables, and waits for the other nodes that migrate. */
const MIGRATION_TIMEOUT_MS = 15 * 60_000
/** How long the driver waits beyond the server's own limit, which answers with a better error. */
const GRACE_MS = 2000
/** How long the server may take, in milliseconds: longer than anything of ours does while all is well. */
const LIMITS = { connect: 10_000, statement: 8000, lock: 4000 }
/** Any number that no other program on the same database is likely to lock. */
const MIGRATION_LOCK = 7_350_661_209

const INT8 = 20
/** Keys, times and counts are whole numbers well below 2^53. */
const NUMBERS_PARSED = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/**
 * Connects to PostgreSQL. Statements of one transaction that need no answer of one another share a round trip.
 *
 * @param url `postgres://…` as libpq reads it
 * @throws DatabaseUnusable when the server is too old, or does not flush on commit
 * @throws StoreUnavailable when it is not reached
 */
export async function connectPostgres(url: string, limits = LIMITS): Promise<Connection> {
  const options = {
    connectionString: url,
    types: NUMBERS_PARSED,
    max: MAX_CONNECTIONS,
    pipeline: true,
    application_name: 'formslot',
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.statement + GRACE_MS,
    keepAlive: true,
  }
  const pool = new Pool(options)
  const patient = new Pool({ ...options, max: 1, query_timeout: MIGRATION_TIMEOUT_MS })
  for (const each of [pool, patient]) {
    // An idle connection that breaks is taken out of its pool; the next statement opens another.
    each.on('error', () => {})
    // NOTE: one that breaks while it is borrowed says so itself, and unheard that would end the process. Its
    // statements fail too, which is how its borrower learns of it.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  const reads = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: namingErrors(pool) }) })
  const bound = new WeakMap<ClientBase, Kysely<Schema>>()
  const begin = {
    brief: beginWithin(limits.statement, limits.lock),
    patient: beginWithin(MIGRATION_TIMEOUT_MS, MIGRATION_TIMEOUT_MS),
  }

  async function transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    patience: 'brief' | 'patient' = 'brief',
  ): Promise<T> {
    const client = await (patience === 'brief' ? pool : patient).connect().catch((error: unknown) => {
      throw named(error)
    })
    const sent = openSent()
    sent.add(client.query(begin[patience]))
    const tx = { db: boundTo(client), save: (rows: Rows) => sent.add(save(client, rows)) }
    try {
      const result = await sent.faultFirst(work(tx))
      const { command } = await sent.faultFirst(client.query('commit'))
      if (command !== 'COMMIT') throw new Contended(new Error('the transaction was rolled back'))
      client.release()
      return result
    } catch (error) {
      const fault = named(error)
      // A connection in an unknown state is not used again.
      const lost = fault instanceof StoreUnavailable || !(await rolledBack(client))
      client.release(lost)
      throw fault
    }
  }

  function boundTo(client: PoolClient): Kysely<Schema> {
    const known = bound.get(client)
    if (known) return known
    const fresh = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: onlyClient(client) }) })
    bound.set(client, fresh)
    return fresh
  }

  try {
    await check(pool)
  } catch (error) {
    await Promise.all([pool.end(), patient.end()])
    throw unreached(error)
  }
  return {
    reads,
    lanes: LANES,
    dialect: 'postgres',
    transaction,
    migration: (work) =>
      transaction(async ({ db }) => {
        await db.executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]))
        return work(db)
      }, 'patient'),
    tend: tendPartitions,
    freeBytes: () => Infinity,
    async close() {
      await Promise.all([pool.end(), patient.end()])
    },
  }
}

/** One round trip for all three; works behind a pooler of transactions too. */
function beginWithin(statementMs: number, lockMs: number): string {
  return `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`
}

/** At the start an operator reads it, so it says what the server or the system said. */
function unreached(error: unknown): unknown {
  const fault = named(error)
  const refused = error instanceof Error && 'code' in error && /^(?:28|3D)/.test(String(error.code))
  if (!refused && !(fault instanceof StoreUnavailable)) return fault
  const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  return new DatabaseUnusable(
    `the PostgreSQL server of FORMSLOT_DATABASE_URL cannot be used (${reason}): see that it runs, and that the ` +
      'address, the user, the password and the database in it are right',
    { cause: error },
  )
}

async function check(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; flush: string }>(
    `select current_setting('server_version_num') as version, current_setting('synchronous_commit') as flush`,
  )
  const [server] = rows
  if (!server || Number(server.version) < POSTGRES_FLOOR) {
    throw new DatabaseUnusable(`PostgreSQL ${server?.version} is too old: 14 or newer is needed`)
  }
  if (server.flush === 'off') {
    throw new DatabaseUnusable(
      'PostgreSQL would not flush every commit: synchronous_commit is off for this role or database. ' +
        'Set it to on: an acknowledged submission must survive a crash.',
    )
  }
}

/**
 * Statements sent whose answers nobody waits for. The first that failed says why all after it did, so its fault
 * goes before theirs.
 */
function openSent() {
  const statements: Promise<unknown>[] = []
  return {
    add(statement: Promise<unknown>): void {
      // It is looked at later; until then its fault is nobody's.
      statement.catch(() => {})
      statements.push(statement)
    },
    async faultFirst<T>(next: Promise<T>): Promise<T> {
      const [outcome] = await Promise.allSettled([next])
      await Promise.all(statements)
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
  }
}

async function rolledBack(client: ClientBase): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // Lost meanwhile: the server rolls back by itself, and why the transaction failed is known already.
    return false
  }
}

/** All rows of all tables by one statement: its parts see none of one another, and take effect together. */
async function save(client: ClientBase, { insert = {}, update = {} }: Rows): Promise<void> {
  const parts: string[] = []
  const values: string[] = []
  for (const [table, rows] of Object.entries(insert)) {
    const [first] = rows
    if (!first) continue
    values.push(JSON.stringify(rows))
    const columns = Object.keys(first).map(quoted).join(', ')
    parts.push(
      `insert into ${quoted(table)} (${columns}) ` +
        `select ${columns} from json_populate_recordset(null::${quoted(table)}, $${values.length})`,
    )
  }
  for (const [table, rows] of Object.entries(update)) {
    const [first] = rows
    if (!first) continue
    values.push(JSON.stringify(rows))
    const { key: _key, ...set } = first
    const assignments = Object.keys(set).map((column) => `${quoted(column)} = changed.${quoted(column)}`)
    parts.push(
      `update ${quoted(table)} set ${assignments.join(', ')} ` +
        `from json_populate_recordset(null::${quoted(table)}, $${values.length}) as changed ` +
        `where ${quoted(table)}.key = changed.key`,
    )
  }
  if (parts.length === 0) return
  const named = parts.map((part, index) => `part${index} as (${part})`)
  await client.query(`with ${named.join(', ')} select 1`, values)
}

/** Names of tables and columns are ours; quoting keeps words of SQL among them from being read as such. */
function quoted(name: string): string {
  return `"${name}"`
}

/** A pool of the one connection that a transaction holds. */
function onlyClient(client: PoolClient) {
  const borrowed = {
    query: client.query.bind(client),
    release: () => {},
  } as unknown as PostgresPoolClient
  return { connect: async () => borrowed, end: async () => {}, options: {} }
}

/** Reads fail in the store's own words too. */
function namingErrors(pool: Pool) {
  return {
    async connect(): Promise<PostgresPoolClient> {
      try {
        const client = await pool.connect()
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
        return {
          query: (...args: unknown[]) =>
            query(...args).catch((error: unknown) => {
              throw named(error)
            }),
          release: () => client.release(),
        } as unknown as PostgresPoolClient
      } catch (error) {
        throw named(error)
      }
    },
    end: async () => {},
    options: {},
  }
}

// SQLSTATE, postgresql.org/docs/current/errcodes-appendix.html.
const CONTENDED = new Set(['40001', '40P01', '23505'])
const BUSY = new Set(['55P03', '57014', '53300'])
const FULL = '53100'
/** The server said no to something it does not do: not a fault of the connection. */
const OUR_FAULT = /^(?:0A|2[0-8]|3|42|44)/

function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof Contended || error instanceof StoreUnavailable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && CONTENDED.has(code)) return new Contended(error)
  if (code !== null && BUSY.has(code)) return new StoreUnavailable('busy', error)
  if (code === FULL) return new StoreUnavailable('full', error)
  // A standby that took over for reads only, until the address leads to the new primary.
  if (code === '25006') return new StoreUnavailable('away', error)
  const fromDatabase = 'severity' in error
  if (fromDatabase && code !== null && OUR_FAULT.test(code)) return error
  const lost =
    fromDatabase || code !== null || /terminat|timeout|closed|ended|not queryable/i.test(error.message)
  return lost ? new StoreUnavailable('away', error) : error
}

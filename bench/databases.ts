import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { type Database, parseDatabaseUrl } from '../src/config/database.ts'
import { createKeys } from '../src/ids/keys.ts'
import type { Store } from '../src/store/contract/store.ts'
import { connect } from '../src/store/dialects/connect.ts'
import type { Connection } from '../src/store/engine/connection.ts'
import { openStore } from '../src/store/open-store.ts'
import { createDatabase } from '../test/support/postgres/postgres.ts'
import { type Filling, fill } from './filler.ts'
import { PLAN, SECRET } from './processes.ts'

const keys = createKeys(SECRET)

/** Contents of a filled database. */
type AsFilled = Pick<Filling, 'submissions' | 'endpoints' | 'emails' | 'fields'> &
  Partial<Pick<Filling, 'owners'>>

/** A database that holds what the filler put into it. */
export type FilledDatabase = AsyncDisposable & {
  /** As FORMSLOT_DATABASE_URL takes it. */
  url: string
  /** Submissions stored. */
  rows: number
  /** The public ids of all its endpoints, the busiest first. */
  formIds: string[]
}

/**
 * A database of its own, filled: a file, or one on the server of `store`. It is gone when it is disposed of.
 *
 * @param store what `--store` names
 */
export async function freshFilled(store: string | null, filling: AsFilled): Promise<FilledDatabase> {
  const { url, drop } = store?.startsWith('postgres') ? await onServer(store) : inFolder()
  try {
    return { ...(await fillAt(url, filling)), [Symbol.asyncDispose]: drop }
  } catch (error) {
    await drop()
    throw error
  }
}

/** The database that `--store` names: filled when it is empty, else as it is. It stays. */
export async function keptFilled(store: string, filling: AsFilled): Promise<FilledDatabase> {
  return { ...(await fillAt(store, filling)), async [Symbol.asyncDispose]() {} }
}

/** The store on a filled database, in this process. */
export async function openFilled({ url }: Pick<FilledDatabase, 'url'>): Promise<Store> {
  return openStoreOn(await connect(databaseAt(url)))
}

function openStoreOn(connection: Connection): Promise<Store> {
  return openStore({
    connection,
    now: new Date(),
    hmacSecret: keys.hmacSecret,
    minFreeBytes: 0,
    newLease: () => randomBytes(12).toString('base64url'),
    onBroken(error) {
      throw error
    },
    onFault: (error) => {
      throw error
    },
    onDeliveriesDue: () => {},
    failpoint: () => {},
  })
}

async function fillAt(
  url: string,
  filling: AsFilled,
): Promise<Pick<FilledDatabase, 'url' | 'rows' | 'formIds'>> {
  // Opened once as the service opens it, so that it is migrated and knows the secret.
  const store = await openFilled({ url })
  await store.close()
  const connection = await connect(databaseAt(url))
  try {
    const counted = await endpointsOf(connection)
    if (counted.rows > 0) return { url, ...counted }
    await fill(connection, keys, { owners: 'each', ...filling, plan: PLAN, now: new Date() })
    return { url, ...(await endpointsOf(connection)) }
  } finally {
    await connection.close()
  }
}

async function endpointsOf({ reads }: Connection): Promise<Pick<FilledDatabase, 'rows' | 'formIds'>> {
  const endpoints = await reads
    .selectFrom('endpoints')
    .select(['id', 'accepted_count'])
    .orderBy('accepted_count', 'desc')
    .execute()
  const rows = endpoints.reduce((sum, endpoint) => sum + endpoint.accepted_count, 0)
  return { rows, formIds: endpoints.map((endpoint) => endpoint.id) }
}

export function databaseAt(url: string): Database {
  const parsed = parseDatabaseUrl(url)
  if (parsed.kind === 'fault') throw new Error(`--store ${parsed.problem}`)
  return parsed.value
}

function inFolder(): { url: string; drop(): Promise<void> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-bench-'))
  return {
    url: `file:${path.join(folder, 'formslot.db')}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function onServer(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await createDatabase(server)
  return {
    url,
    async drop() {
      const client = new Client({ connectionString: server })
      await client.connect()
      await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
      await client.end()
    },
  }
}

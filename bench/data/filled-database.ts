import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { type Database, parseDatabaseUrl } from '../../src/config/database.ts'
import { createKeys } from '../../src/ids/keys.ts'
import type { Store } from '../../src/store/store.ts'
import { connect } from '../../src/store/dialects/connect.ts'
import type { Connection } from '../../src/store/engine/connection.ts'
import { openStore } from '../../src/store/open-store.ts'
import { createDatabase } from '../../test/support/postgres/postgres.ts'
import { type Filling, fillDatabase } from './fill.ts'
import { PLAN, SECRET } from '../harness/processes.ts'

const keys = createKeys(SECRET)

/** Contents of a filled database. */
type Contents = Pick<Filling, 'submissions' | 'endpoints' | 'emails' | 'fields'> &
  Partial<Pick<Filling, 'owners'>>

/** A database with the contents that `fillDatabase` created. */
export type FilledDatabase = AsyncDisposable & {
  /** Value for FORMSLOT_DATABASE_URL. */
  url: string
  /** Number of submissions stored. */
  rows: number
  /** Public ids of all endpoints, the busiest first. */
  formIds: string[]
}

/**
 * Creates and fills a database: a file, or a database on the server in `store`. Disposing it deletes it.
 *
 * @param store value of `--store`
 */
export async function createFilledDatabase(store: string | null, filling: Contents): Promise<FilledDatabase> {
  const { url, drop } = store?.startsWith('postgres') ? await onServer(store) : inFolder()
  try {
    return { ...(await fillAt(url, filling)), [Symbol.asyncDispose]: drop }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Opens the database in `--store`, and fills it if it is empty. It is kept. */
export async function openFilledDatabase(store: string, filling: Contents): Promise<FilledDatabase> {
  return { ...(await fillAt(store, filling)), async [Symbol.asyncDispose]() {} }
}

/** Opens the store on a filled database in this process. */
export async function openFilledStore({ url }: Pick<FilledDatabase, 'url'>): Promise<Store> {
  return openStoreOn(await connect(parseStoreUrl(url)))
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
    failpoint: () => {},
  })
}

async function fillAt(
  url: string,
  filling: Contents,
): Promise<Pick<FilledDatabase, 'url' | 'rows' | 'formIds'>> {
  // Opened once as the service does, so that it is migrated and bound to the secret.
  const store = await openFilledStore({ url })
  await store.close()
  const connection = await connect(parseStoreUrl(url))
  try {
    const counted = await listEndpoints(connection)
    if (counted.rows > 0) return { url, ...counted }
    await fillDatabase(connection, keys, { owners: 'each', ...filling, plan: PLAN, now: new Date() })
    return { url, ...(await listEndpoints(connection)) }
  } finally {
    await connection.close()
  }
}

async function listEndpoints({ reads }: Connection): Promise<Pick<FilledDatabase, 'rows' | 'formIds'>> {
  const endpoints = await reads
    .selectFrom('endpoints')
    .select(['id', 'accepted_count'])
    .orderBy('accepted_count', 'desc')
    .execute()
  const rows = endpoints.reduce((sum, endpoint) => sum + endpoint.accepted_count, 0)
  return { rows, formIds: endpoints.map((endpoint) => endpoint.id) }
}

export function parseStoreUrl(url: string): Database {
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

import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

export type Row = Record<string, unknown>

/** A database that the test reads directly, while the service runs or afterwards. */
export type StoredRows = {
  all(query: string): Promise<Row[]>
  /** Reads a snapshot from the next query on, regardless of later writes. */
  freeze(): Promise<void>
  /** Damage that the database reports about its files; empty when there is none. */
  damage(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

/** @param url `file:…` or `postgres://…`, as FORMSLOT_DATABASE_URL has it */
export function openStoredRows(url: string, purpose?: 'to write'): Promise<StoredRows> {
  return url.startsWith('file:')
    ? openFile(url.slice('file:'.length), purpose !== 'to write')
    : openServer(url)
}

async function openFile(file: string, readOnly: boolean): Promise<StoredRows> {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  const all = async (query: string) => database.prepare(query).all()
  return {
    all,
    freeze: async () => database.exec('begin'),
    async damage() {
      const found = (await all('pragma integrity_check')).map((row) => String(row.integrity_check))
      return found.filter((line) => line !== 'ok')
    },
    [Symbol.asyncDispose]: async () => database.close(),
  }
}

async function openServer(url: string): Promise<StoredRows> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // The driver returns 8-byte integers as text; ours are below 2^53.
  client.setTypeParser(20, Number)
  const all = async (query: string): Promise<Row[]> => (await client.query(query)).rows
  return {
    all,
    async freeze() {
      await client.query('begin isolation level repeatable read')
    },
    async damage() {
      await all('create extension if not exists amcheck')
      try {
        await all(`select bt_index_check(index => indexrelid, heapallindexed => true)
                   from pg_index join pg_class on pg_class.oid = indexrelid
                   where relkind = 'i' and relnamespace = 'public'::regnamespace
                     and relam = (select oid from pg_am where amname = 'btree')`)
        return []
      } catch (error) {
        return [String(error)]
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

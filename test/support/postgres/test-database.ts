import { after } from 'node:test'
import { createDatabase, startPostgres, type TestPostgres } from './postgres.ts'

/** `1`: a server of this file's own. An address: that server. None: every service has a SQLite file. */
const asked = process.env.TEST_POSTGRES

/** Why a test of SQLite's own file, or of what only SQLite promises, is left out; false where it runs. */
export const aboutTheFile = asked === undefined ? false : 'it is about the file of SQLite'

let own: Promise<TestPostgres> | null = null
if (asked === '1') after(async () => (await own)?.[Symbol.asyncDispose]())

/** By data directory: who starts a service there again finds what the one before it left. */
const databases = new Map<string, Promise<string>>()

/** The settings of a service on this data directory that say where its database is. */
export async function databaseFor(dataDir: string): Promise<Record<string, string>> {
  if (asked === undefined) return {}
  const url = databases.get(dataDir) ?? fresh(asked)
  databases.set(dataDir, url)
  return { FORMSLOT_DATABASE_URL: await url }
}

async function fresh(server: string): Promise<string> {
  if (server !== '1') return createDatabase(server)
  own ??= startPostgres(['fsync=off', 'max_connections=300'])
  return (await own).createDatabase()
}

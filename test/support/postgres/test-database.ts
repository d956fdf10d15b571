import { after } from 'node:test'
import { type AnyPostgres, anyPostgres } from './postgres.ts'

/** `1`: the server of this run, or of this file. An address: that server. None: every service has a SQLite file. */
const requested = process.env.TEST_POSTGRES

/** The reason why tests of SQLite's file are skipped; false where they run. */
export const aboutTheFile = requested === undefined ? false : 'it is about the file of SQLite'

/** The reason why tests of PostgreSQL alone are skipped; false where they run: a run on SQLite leaves them to the other. */
export const aboutPostgres = process.env.TEST_STORES === 'SQLite' ? 'it is about PostgreSQL' : false

let postgres: Promise<AnyPostgres> | null = null
if (requested !== undefined) after(async () => (await postgres)?.[Symbol.asyncDispose]())

/** By data directory, so that a restarted service finds its database. */
const databases = new Map<string, Promise<string>>()

/** Returns the settings that name the database of a service on this data directory. */
export async function databaseFor(dataDir: string): Promise<Record<string, string>> {
  if (requested === undefined) return {}
  const url = databases.get(dataDir) ?? createMigrated()
  databases.set(dataDir, url)
  return { FORMSLOT_DATABASE_URL: await url }
}

/** Drops the database of a service whose data directory is deleted too. */
export async function dropDatabaseFor(dataDir: string): Promise<void> {
  const url = databases.get(dataDir)
  databases.delete(dataDir)
  if (url) await (await postgres)?.dropDatabase(await url)
}

async function createMigrated(): Promise<string> {
  postgres ??= anyPostgres()
  return (await postgres).createMigrated()
}

import { Client } from 'pg'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import { createDatabase } from './postgres.ts'

const PATIENT = { connectMs: 120_000, statementMs: 120_000, lockMs: 60_000 }

/** Earlier than the clock of any test, so that the template contains no partition that a test expects to be missing. */
export const TEMPLATE_DATE = new Date('2026-09-01T00:00:00.000Z')

/** Creates a migrated database on this server for `create database … template …`; returns its name. */
export async function createTemplate(server: string): Promise<string> {
  const url = await createDatabase(server)
  const connection = await connectPostgres(url, PATIENT)
  await migrate(connection, { now: TEMPLATE_DATE, hmacSecret: 'template' })
  await connection.close()
  // The first service that opens a copy writes its own secret there.
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('delete from instance')
  await client.end()
  return new URL(url).pathname.slice(1)
}

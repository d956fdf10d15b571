import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import {
  postgres as postgresSchema,
  sqlite as sqliteSchema,
} from '../../../src/store/engine/migrations/0001-initial.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { NOW, PATIENT } from '../../support/stores/stores.ts'

const CLAIMED = 1_000
const CONSENTED = 2_000

/** Endpoints by id as the first migration stored them, and the time at which the upgrade confirms them. */
const ENDPOINTS = [
  { id: 'f_unclaimed', mailbox: 'person', claimed: null, accepted: 1, confirmed: null },
  { id: 'f_before_consent', mailbox: 'person', claimed: CLAIMED, accepted: 1, confirmed: CONSENTED },
  { id: 'f_after_consent', mailbox: 'person', claimed: 3_000, accepted: 1, confirmed: 3_000 },
  { id: 'f_by_link', mailbox: 'scanner', claimed: CLAIMED, accepted: 500, confirmed: null },
  { id: 't_by_link', mailbox: 'scanner', claimed: CLAIMED, accepted: 4_999, confirmed: null },
  { id: 't_beyond', mailbox: 'scanner', claimed: CLAIMED, accepted: 5_000, confirmed: CLAIMED },
  { id: 'q_by_link', mailbox: 'scanner', claimed: CLAIMED, accepted: 99, confirmed: null },
  { id: 'q_beyond', mailbox: 'scanner', claimed: CLAIMED, accepted: 100, confirmed: CLAIMED },
  { id: 'q_unclaimed', mailbox: 'nobody', claimed: null, accepted: 100, confirmed: null },
] as const

/** Statements of the first migration. */
const FIRST = { sqlite: sqliteSchema, postgres: postgresSchema }

/** Fills a database of the first migration, and upgrades it. */
async function upgrade(connection: Connection): Promise<Map<string, number | null>> {
  await connection.migration(async (db) => {
    await sql`create table if not exists schema_version (version integer primary key, migrated_at bigint not null)`.execute(
      db,
    )
    for (const statement of FIRST[connection.dialect]) await sql.raw(statement).execute(db)
    await sql`insert into schema_version (version, migrated_at) values (21, 0)`.execute(db)
    await sql`insert into mailboxes (mailbox_key, consented_at) values ('person', ${CONSENTED}), ('scanner', null)`.execute(
      db,
    )
    for (const [index, one] of ENDPOINTS.entries()) {
      await sql`insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at)
        values (${index + 1}, ${one.id}, 'ada@lovelace.dev', ${one.mailbox}, 0, ${one.accepted}, 0, ${one.claimed})`.execute(
        db,
      )
    }
    await sql`insert into outbox (key, kind, channel, target, created_at, budgeted_at)
      values (1, 'claim', 'email', 'person', 0, 5), (2, 'submission', 'email', 'person', 0, null)`.execute(db)
  })
  await migrate(connection, { now: NOW, hmacSecret: 'fingerprint' })
  const rows = await connection.reads.selectFrom('endpoints').select(['id', 'confirmed_at']).execute()
  return new Map(rows.map((row) => [row.id, row.confirmed_at]))
}

/** The budget of each email that was begun before. */
async function listBudgets(connection: Connection): Promise<(string | null)[]> {
  const rows = await connection.reads.selectFrom('outbox').select('budget').orderBy('key').execute()
  return rows.map(({ budget }) => budget)
}

const EXPECTED = new Map(ENDPOINTS.map(({ id, confirmed }) => [id as string, confirmed as number | null]))

describe('the upgrade that tells confirmed endpoints from those claimed by a link', () => {
  test('confirms what a person had consented to, and what would stop accepting, on SQLite', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formslot-migrate-'))
    const connection = connectSqlite(path.join(folder, 'formslot.db'))
    assert.deepEqual(await upgrade(connection), EXPECTED)
    assert.deepEqual(await listBudgets(connection), ['unclaimed', null])
    await connection.close()
    rmSync(folder, { recursive: true })
  })

  test('does the same on PostgreSQL', async () => {
    await using postgres = await anyPostgres()
    const url = await postgres.createDatabase()
    const connection = await connectPostgres(url, PATIENT)
    assert.deepEqual(await upgrade(connection), EXPECTED)
    assert.deepEqual(await listBudgets(connection), ['unclaimed', null])
    await connection.close()
    await postgres.dropDatabase(url)
  })
})

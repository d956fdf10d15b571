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
import * as initial from '../../../src/store/engine/migrations/0001-initial.ts'
import * as confirmation from '../../../src/store/engine/migrations/0002-confirmation.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { NOW, PATIENT } from '../../support/stores/stores.ts'

/** Fills a database of version 22, upgrades it, and returns the suppressions. */
async function upgrade(connection: Connection) {
  await connection.migration(async (db) => {
    await sql`create table if not exists schema_version (version integer primary key, migrated_at bigint not null)`.execute(
      db,
    )
    for (const migration of [initial, confirmation]) {
      for (const statement of migration[connection.dialect]) await sql.raw(statement).execute(db)
    }
    await sql`insert into schema_version (version, migrated_at) values (22, 0)`.execute(db)
    await sql`insert into mailboxes (mailbox_key, suppressed_at, suppression_reason)
      values ('declined', 1000, 'declined'), ('operator', 2000, 'operator'), ('free', null, null)`.execute(db)
  })
  await migrate(connection, { now: NOW, hmacSecret: 'fingerprint' })
  const rows = await connection.reads.selectFrom('suppressions').selectAll().orderBy('mailbox_key').execute()
  return rows.map((row) => ({ ...row }))
}

const EXPECTED = [
  { mailbox_key: 'declined', cause: 'declined', suppressed_at: 1000 },
  { mailbox_key: 'operator', cause: 'operator', suppressed_at: 2000 },
]

describe('the upgrade that gives suppressions causes', () => {
  test('keeps every suppressed address suppressed, on SQLite', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formslot-migrate-'))
    const connection = connectSqlite(path.join(folder, 'formslot.db'))
    assert.deepEqual(await upgrade(connection), EXPECTED)
    await connection.close()
    rmSync(folder, { recursive: true })
  })

  test('does the same on PostgreSQL', async () => {
    await using postgres = await anyPostgres()
    const url = await postgres.createDatabase()
    const connection = await connectPostgres(url, PATIENT)
    assert.deepEqual(await upgrade(connection), EXPECTED)
    await connection.close()
    await postgres.dropDatabase(url)
  })
})

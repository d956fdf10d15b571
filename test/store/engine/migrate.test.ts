import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { DatabaseUnusable } from '../../../src/store/engine/connection.ts'
import { migrate, SCHEMA_VERSION, SchemaTooNew } from '../../../src/store/engine/migrate.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const AT = NOW.getTime()

/** A folder of its own for the file of one test. */
function newDatabase() {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-migrate-'))
  const file = path.join(folder, 'formslot.db')
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

function getTables(file: string): unknown[] {
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
  return rows.map((row) => row.name)
}

test('rolls back a failed migration, and succeeds once the cause is fixed', async () => {
  using place = newDatabase()
  const connection = connectSqlite(place.file)
  {
    using database = new DatabaseSync(place.file)
    // One of the last tables that the migration creates.
    database.exec('create table key_reservation (in_the_way)')
  }
  const options = { now: NOW, hmacSecret: 'fingerprint' }
  await assert.rejects(migrate(connection, options), /key_reservation/)
  assert.deepEqual(getTables(place.file), ['key_reservation', 'schema_version'])
  {
    using database = new DatabaseSync(place.file)
    database.exec('drop table key_reservation')
  }
  await migrate(connection, options)
  const migrated = getTables(place.file)
  assert.ok(migrated.includes('submissions') && migrated.includes('outbox'))
  await migrate(connection, options)
  assert.deepEqual(getTables(place.file), migrated)
  const { version } = await connection.reads
    .selectFrom('schema_version')
    .select('version')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(version, SCHEMA_VERSION)
  await connection.close()
})

test('an older program refuses a newer schema', async () => {
  using place = newDatabase()
  const connection = connectSqlite(place.file)
  const options = { now: NOW, hmacSecret: 'fingerprint' }
  await migrate(connection, options)
  const newer = { version: SCHEMA_VERSION + 1, migrated_at: AT }
  await connection.transaction(({ db }) => db.insertInto('schema_version').values(newer).execute())
  await assert.rejects(migrate(connection, options), SchemaTooNew)
  await connection.close()
})

test('a database of an unreleased program is refused, not misread', async () => {
  for (const version of [1, 20]) {
    using place = newDatabase()
    {
      using database = new DatabaseSync(place.file)
      database.exec('create table schema_version (version integer primary key, migrated_at bigint not null)')
      database.exec(`insert into schema_version values (${version}, 0)`)
    }
    const connection = connectSqlite(place.file)
    await assert.rejects(migrate(connection, { now: NOW, hmacSecret: 'fingerprint' }), /unreleased.*empty/s)
    await connection.close()
    assert.deepEqual(getTables(place.file), ['schema_version'])
  }
})

test('a program with another secret refuses the database', async () => {
  using place = newDatabase()
  const connection = connectSqlite(place.file)
  await migrate(connection, { now: NOW, hmacSecret: 'fingerprint' })
  await migrate(connection, { now: NOW, hmacSecret: 'fingerprint' })
  await assert.rejects(migrate(connection, { now: NOW, hmacSecret: 'another' }), DatabaseUnusable)
  await connection.close()
})

test('returns pages freed by deletes to the file system', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-pages-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, { now: NOW, hmacSecret: 'mark' })
  await connection.transaction(async ({ save }) => {
    const fields = JSON.stringify([['message', 'x'.repeat(1000)]])
    const submissions = Array.from({ length: 9000 }, (_, n) => ({
      key: 1000 + n,
      endpoint_key: 1,
      received_at: AT,
      fields,
    }))
    save({ insert: { submissions } })
  })
  await connection.transaction(({ db }) => db.deleteFrom('submissions').execute())
  const free = async () => {
    const probe = new DatabaseSync(file, { readOnly: true })
    const pages = Number(Object.values(probe.prepare('pragma freelist_count').get() ?? {})[0])
    probe.close()
    return pages
  }
  const before = await free()
  assert.ok(before > 2000 && before < 4000, `${before} pages are free`)
  const maintain = () => connection.transaction(({ db }) => connection.maintain(db, { now: NOW }))
  await maintain()
  assert.equal(await free(), before - 2000, 'not all at once, so that nobody waits long')
  await maintain()
  assert.equal(await free(), 0)
  await connection.close()
  rmSync(folder, { recursive: true })
})

test('says what to do about an SQLite that is too old', (t) => {
  using place = newDatabase()
  const { prepare } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    return prepare.call(this, text.replace('sqlite_version()', "'3.40.1'"))
  })
  const isExplained = (error: unknown) =>
    error instanceof DatabaseUnusable && /^SQLite 3\.40\.1 is too old.*newer Node/.test(error.message)
  assert.throws(() => connectSqlite(place.file), isExplained)
})

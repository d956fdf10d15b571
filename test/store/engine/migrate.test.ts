import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { type Connection, DatabaseUnusable } from '../../../src/store/engine/connection.ts'
import {
  applyMigrations,
  CREATE_SCHEMA_VERSION,
  FIRST_VERSION,
  MIGRATIONS,
  type Migration,
  migrate,
  readVersion,
  SCHEMA_VERSION,
  SchemaTooNew,
} from '../../../src/store/engine/migrate.ts'
import { NOW, PATIENT, storePlaces } from '../../support/stores/stores.ts'

const AT = NOW.getTime()
const OPTIONS = { now: NOW, hmacSecret: 'fingerprint' }
const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../../src/store/engine/migrations')

const { names, placeWithoutFile, createDatabase } = storePlaces()

/** Opens a database that has not been migrated yet; `nodes` connections to it. */
async function openEmpty(name: string, nodes = 1) {
  const place = name === 'SQLite' ? placeWithoutFile() : null
  const url = place ? '' : await createDatabase()
  const connections: [Connection, ...Connection[]] = [await connect()]
  while (connections.length < nodes) connections.push(await connect())
  async function connect(): Promise<Connection> {
    return place ? place.connect() : connectPostgres(url, PATIENT)
  }
  return {
    connections,
    async [Symbol.asyncDispose]() {
      for (const connection of connections) await connection.close()
      await place?.close()
    },
  }
}

/** A migration in the same words on both databases. */
const inBoth = (...statements: string[]): Migration => ({ sqlite: statements, postgres: statements })
const FIRST = inBoth('create table boxes (name text)', "insert into boxes values ('first')")
const SECOND = inBoth("insert into boxes values ('second')")

function apply(connection: Connection, migrations: readonly Migration[], now = NOW): Promise<void> {
  return connection.migration((db) => applyMigrations(db, { dialect: connection.dialect, now, migrations }))
}

async function readBoxes({ reads }: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from boxes`.execute(reads)
  return rows.map((row) => row.name)
}

async function readVersions({ reads }: Connection): Promise<unknown[]> {
  const rows = await reads.selectFrom('schema_version').selectAll().orderBy('version').execute()
  return rows.map(({ version, migrated_at }) => [version, migrated_at])
}

for (const name of names) {
  test(`applies each migration once and in order, on ${name}`, async () => {
    await using place = await openEmpty(name)
    const [connection] = place.connections
    await apply(connection, [FIRST])
    await apply(connection, [FIRST])
    await apply(connection, [FIRST, SECOND], new Date(AT + 1))
    assert.deepEqual(await readBoxes(connection), ['first', 'second'])
    assert.deepEqual(await readVersions(connection), [
      [FIRST_VERSION, AT],
      [FIRST_VERSION + 1, AT + 1],
    ])
  })

  test(`applies migrations once when several nodes start together, on ${name}`, async () => {
    await using place = await openEmpty(name, 3)
    await Promise.all(place.connections.map((connection) => apply(connection, [FIRST, SECOND])))
    assert.deepEqual(await readBoxes(place.connections[0]), ['first', 'second'])
  })

  test(`rolls back a failed migration, and succeeds once its cause is fixed, on ${name}`, async () => {
    await using place = await openEmpty(name)
    const [connection] = place.connections
    await apply(connection, [FIRST])
    const failing = [SECOND, inBoth("insert into boxes values ('third')", 'insert into missing values (1)')]
    await assert.rejects(apply(connection, [FIRST, ...failing]), /missing/)
    assert.deepEqual(await readBoxes(connection), ['first'])
    assert.equal(await readVersion(connection.reads), FIRST_VERSION)
    await connection.migration((db) => sql.raw('create table missing (number integer)').execute(db))
    await apply(connection, [FIRST, ...failing])
    assert.deepEqual(await readBoxes(connection), ['first', 'second', 'third'])
  })

  test(`creates the whole schema or nothing of it, on ${name}`, async () => {
    await using place = await openEmpty(name)
    const [connection] = place.connections
    // One of the last tables that the first migration creates.
    await connection.migration((db) =>
      sql.raw('create table key_reservation (in_the_way integer)').execute(db),
    )
    await assert.rejects(migrate(connection, OPTIONS), /key_reservation/)
    await assert.rejects(connection.reads.selectFrom('accounts').select('key').execute(), /accounts/)
    await connection.migration((db) => sql.raw('drop table key_reservation').execute(db))
    await migrate(connection, OPTIONS)
    await migrate(connection, OPTIONS)
    assert.deepEqual(
      await readVersions(connection),
      MIGRATIONS.map((_, index) => [FIRST_VERSION + index, AT]),
    )
    assert.deepEqual(await connection.reads.selectFrom('accounts').select('key').execute(), [])
  })

  test(`refuses a database of a newer program, on ${name}`, async () => {
    await using place = await openEmpty(name)
    const [connection] = place.connections
    await migrate(connection, OPTIONS)
    const newer = { version: SCHEMA_VERSION + 1, migrated_at: AT }
    await connection.transaction(({ db }) => db.insertInto('schema_version').values(newer).execute())
    await assert.rejects(migrate(connection, OPTIONS), SchemaTooNew)
  })

  test(`refuses a database of a program before 1.0.0, and says how to carry its data over, on ${name}`, async () => {
    for (const version of [1, 20, 21, 48, FIRST_VERSION - 1]) {
      await using place = await openEmpty(name)
      const [connection] = place.connections
      await connection.migration(async (db) => {
        await sql.raw(CREATE_SCHEMA_VERSION).execute(db)
        await db.insertInto('schema_version').values({ version, migrated_at: 0 }).execute()
      })
      await assert.rejects(migrate(connection, OPTIONS), (error) => {
        assert.ok(error instanceof DatabaseUnusable && !(error instanceof SchemaTooNew))
        assert.match(error.message, /before 1\.0\.0.*formslot-server copy.*export each form/)
        return true
      })
      assert.deepEqual(await readVersions(connection), [[version, 0]])
      await assert.rejects(connection.reads.selectFrom('accounts').select('key').execute(), /accounts/)
    }
  })

  test(`refuses a database of another secret, on ${name}`, async () => {
    await using place = await openEmpty(name)
    const [connection] = place.connections
    await migrate(connection, OPTIONS)
    await migrate(connection, OPTIONS)
    await assert.rejects(migrate(connection, { ...OPTIONS, hmacSecret: 'another' }), DatabaseUnusable)
  })
}

test('the file of each migration is numbered like the version that it makes', () => {
  const files = readdirSync(MIGRATIONS_FOLDER).filter((file) => file.endsWith('.ts'))
  assert.deepEqual(
    files.sort().map((file) => Number(file.slice(0, 4))),
    MIGRATIONS.map((_, index) => FIRST_VERSION + index),
  )
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

test('says what to do about an SQLite that is too old', async (t) => {
  const place = placeWithoutFile()
  const { prepare } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    return prepare.call(this, text.replace('sqlite_version()', "'3.40.1'"))
  })
  const isExplained = (error: unknown) =>
    error instanceof DatabaseUnusable && /^SQLite 3\.40\.1 is too old.*newer Node/.test(error.message)
  assert.throws(() => connectSqlite(place.file), isExplained)
  await place.close()
})

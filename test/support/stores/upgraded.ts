import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../../src/store/contract/store.ts'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import { CREATE_SCHEMA_VERSION, MIGRATIONS, migrate } from '../../../src/store/engine/migrate.ts'
import type { Schema } from '../../../src/store/engine/schema.ts'
import { anyPostgres } from '../postgres/postgres.ts'
import { BOTH, NOW, PATIENT, type Place, storePlaces } from './stores.ts'

/** The version of the first migration. */
const FIRST_VERSION = 21

type OldDatabase = {
  /** Migrations of the earlier version, from the first one on. */
  migrations: readonly Record<Connection['dialect'], readonly string[]>[]
  /** Stores data as the earlier version did. */
  fill(db: Kysely<Schema>, dialect: Connection['dialect']): Promise<void>
}

type Upgrade = OldDatabase & {
  /** Checks the data after the upgrade. */
  check(connection: Connection): Promise<void>
}

/** Returns the migrations of the version before the one with this number. */
export function migrationsBefore(number: number): OldDatabase['migrations'] {
  return MIGRATIONS.slice(0, number - 1)
}

/** Fills an empty database as an earlier version did. */
export function createOldDatabase(connection: Connection, { migrations, fill }: OldDatabase): Promise<void> {
  return connection.migration(async (db) => {
    await sql.raw(CREATE_SCHEMA_VERSION).execute(db)
    for (const migration of migrations) {
      for (const statement of migration[connection.dialect]) await sql.raw(statement).execute(db)
    }
    const version = FIRST_VERSION + migrations.length - 1
    await db.insertInto('schema_version').values({ version, migrated_at: 0 }).execute()
    await fill(db, connection.dialect)
  })
}

/** Fills a database of an earlier version and upgrades it, on SQLite and on PostgreSQL. */
export function testUpgrade(title: string, upgrade: Upgrade): void {
  test(`${title}, on SQLite`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formslot-migrate-'))
    const connection = connectSqlite(path.join(folder, 'formslot.db'))
    await run(connection, upgrade)
    await connection.close()
    rmSync(folder, { recursive: true })
  })

  test(`${title}, on PostgreSQL`, async () => {
    await using postgres = await anyPostgres()
    const url = await postgres.createDatabase()
    const connection = await connectPostgres(url, PATIENT)
    await run(connection, upgrade)
    await connection.close()
    await postgres.dropDatabase(url)
  })
}

/**
 * Returns a function that declares a test on both databases: fills a database of an earlier version, upgrades it as a
 * start does, and passes its store to `check`. A test file calls it once.
 */
export function storeUpgrades() {
  const { names, openPlace, placeWithoutFile, createDatabase } = storePlaces(BOTH)
  const openEmptyPostgres = async (): Promise<Place> => {
    const url = await createDatabase()
    return { connect: () => connectPostgres(url, PATIENT), close: async () => {} }
  }
  return (
    title: string,
    upgrade: Pick<OldDatabase, 'migrations'> & {
      /** Statements that store data as the earlier version did. */
      fill: readonly string[]
      check(store: Store): Promise<void>
    },
  ): void => {
    for (const name of names) {
      test(`${title}, on ${name}`, async () => {
        const place = name === 'SQLite' ? placeWithoutFile() : await openEmptyPostgres()
        const connection = await place.connect()
        await createOldDatabase(connection, {
          migrations: upgrade.migrations,
          async fill(db) {
            for (const statement of upgrade.fill) await sql.raw(statement).execute(db)
          },
        })
        await connection.close()
        const store = await openPlace(place)
        try {
          await upgrade.check(store)
        } finally {
          await store.close()
          await place.close()
        }
      })
    }
  }
}

async function run(connection: Connection, upgrade: Upgrade): Promise<void> {
  await createOldDatabase(connection, upgrade)
  await migrate(connection, { now: NOW, hmacSecret: 'fingerprint' })
  await upgrade.check(connection)
}

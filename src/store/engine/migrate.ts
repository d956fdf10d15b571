import { type Kysely, sql } from 'kysely'
import type { LinkFingerprints } from '../../domain/keys.ts'
import { type Connection, DatabaseUnusable } from './connection.ts'
import * as initial from './migrations/0100-initial.ts'
import type { Schema } from './schema.ts'

/** One version of the schema, in the SQL of each database. */
export type Migration = Record<Connection['dialect'], readonly string[]>

/**
 * Migrations are appended, never edited: each raises the version of the schema by one, and its file is numbered like the
 * version that it makes.
 */
export const MIGRATIONS: readonly Migration[] = [initial]

/** The version of the first migration. Lower ones belong to programs before 1.0.0, whose databases are refused. */
export const FIRST_VERSION = 100

/** The last version before 1.0.0. Its tables are among those of the first migration, so that `copy` can read them. */
export const LAST_UNRELEASED_VERSION = 48

/** The first table of every database. */
export const CREATE_SCHEMA_VERSION =
  'create table if not exists schema_version (version integer primary key, migrated_at bigint not null)'

/** The version of the schema that this program knows. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1

/** Error for a database that a newer program has migrated; the message says what to do. */
export class SchemaTooNew extends DatabaseUnusable {}

/**
 * Migrates the database to this program's schema, in one transaction under the write lock: a second process waits and
 * then finds nothing to do, and a crash in the middle leaves the old schema.
 *
 * @param options.hmacSecret fingerprint of the instance's secret, which does not reveal it
 * @param options.linkFingerprints left out by commands, which sign no links
 * @throws SchemaTooNew when a newer program has migrated the database further than this one knows
 * @throws DatabaseUnusable when a program before 1.0.0 wrote the database
 * @throws DatabaseUnusable when the data was written with another secret
 */
export async function migrate(
  connection: Connection,
  options: { now: Date; hmacSecret: string; linkFingerprints?: LinkFingerprints },
): Promise<void> {
  const { now, hmacSecret, linkFingerprints } = options
  await connection.migration(async (db) => {
    await applyMigrations(db, { dialect: connection.dialect, now, migrations: MIGRATIONS })
    await connection.maintain(db, { now })
    await compareSecret(db, hmacSecret)
    if (linkFingerprints) await compareLinkSecret(db, linkFingerprints)
  })
}

/**
 * Executes those migrations that the database does not have yet. The caller runs it as `Connection.migration`.
 *
 * @param options.migrations from the first version on
 */
export async function applyMigrations(
  db: Kysely<Schema>,
  options: { dialect: Connection['dialect']; now: Date; migrations: readonly Migration[] },
): Promise<void> {
  const { dialect, now, migrations } = options
  await sql.raw(CREATE_SCHEMA_VERSION).execute(db)
  const found = await readVersion(db)
  expectKnownVersion(found, FIRST_VERSION + migrations.length - 1)
  for (const [index, migration] of migrations.entries()) {
    const version = FIRST_VERSION + index
    if (version <= found) continue
    for (const statement of migration[dialect]) await sql.raw(statement).execute(db)
    await db.insertInto('schema_version').values({ version, migrated_at: now.getTime() }).execute()
  }
}

/** Reads the version of the schema: 0 for a database that has not been migrated. */
export async function readVersion(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('schema_version')
    .select((select) => select.fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * @throws SchemaTooNew for a version that this program does not know yet
 * @throws DatabaseUnusable for a version of a program before 1.0.0
 */
export function expectKnownVersion(version: number, newest = SCHEMA_VERSION): void {
  if (version > newest) {
    throw new SchemaTooNew(
      `the database has schema version ${version}, this program knows ${newest}: ` +
        'it was written by a newer Formslot. Start that version, or restore the backup made before the upgrade.',
    )
  }
  if (version > 0 && version < FIRST_VERSION) {
    throw new DatabaseUnusable(
      `the database has schema version ${version}: it was written by a Formslot before 1.0.0, and this version does not ` +
        'open it. To carry the data over, run "formslot-server migrate" of the last commit before 1.0.0 on it, and then ' +
        '"formslot-server copy" of this version to an empty database (from SQLite); or export each form with the version ' +
        'that wrote it, and import the files into this one.',
    )
  }
}

/** Compares the secret: another one would invalidate every link that was sent, and change every public id. */
export async function compareSecret(db: Kysely<Schema>, fingerprint: string): Promise<void> {
  const row = await db.selectFrom('instance').select('secret_fingerprint').executeTakeFirst()
  if (!row) {
    await db.insertInto('instance').values({ id: 1, secret_fingerprint: fingerprint }).execute()
  } else if (row.secret_fingerprint !== fingerprint) {
    throw new DatabaseUnusable(
      'this database was written with another secret. Restore that secret (FORMSLOT_SECRET, or the file "secret" in ' +
        'the data directory). All nodes on one database need the same FORMSLOT_SECRET.',
    )
  }
}

/**
 * Compares the secret that links are signed with: a node that falls back to a replaced one would refuse the links of the
 * others, and sign with a secret that may have leaked. One that names the stored secret as the old one replaces it.
 */
async function compareLinkSecret(db: Kysely<Schema>, { current, old }: LinkFingerprints): Promise<void> {
  const row = await db.selectFrom('instance').select('link_secret_fingerprint as stored').executeTakeFirst()
  const stored = row?.stored ?? null
  if (stored === current) return
  if (stored !== null && stored !== old) {
    throw new DatabaseUnusable(
      'the links of this database are signed with another secret. Set FORMSLOT_LINK_SECRET to that secret. To replace it, ' +
        'name it in FORMSLOT_OLD_LINK_SECRET. All nodes on one database need the same link secrets.',
    )
  }
  await db.updateTable('instance').set({ link_secret_fingerprint: current }).execute()
}

import { type Kysely, sql } from 'kysely'
import { type Connection, DatabaseUnusable } from './connection.ts'
import * as initial from './migrations/0001-initial.ts'
import type { Schema } from './schema.ts'

/** One version of the schema, in the SQL of each database. */
type Migration = Record<Connection['dialect'], readonly string[]>

/** Migrations are appended, never edited: the version of the schema is the number of migrations that have run. */
const MIGRATIONS: readonly Migration[] = [initial]

/** The version of the schema that this program knows. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Error for a database that a newer program has migrated; the message says what to do. */
export class SchemaTooNew extends DatabaseUnusable {}

/**
 * Migrates the database to this program's schema, in one transaction under the write lock: a second process waits and
 * then finds nothing to do, and a crash in the middle leaves the old schema.
 *
 * @param options.hmacSecret fingerprint of the instance's secret, which does not reveal it
 * @throws SchemaTooNew when a newer program has migrated the database further than this one knows
 * @throws DatabaseUnusable when the data was written with another secret
 */
export async function migrate(
  connection: Connection,
  options: { now: Date; hmacSecret: string },
): Promise<void> {
  const { now, hmacSecret } = options
  await connection.migration(async (db) => {
    await sql`create table if not exists schema_version (version integer primary key, migrated_at bigint not null)`.execute(
      db,
    )
    const row = await db
      .selectFrom('schema_version')
      .select((select) => select.fn.max('version').as('version'))
      .executeTakeFirst()
    const current = row?.version ?? 0
    if (current > SCHEMA_VERSION) {
      throw new SchemaTooNew(
        `the database has schema version ${current}, this program knows ${SCHEMA_VERSION}: ` +
          'it was written by a newer Formslot. Start that version, or restore the backup made before the upgrade.',
      )
    }
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index < current) continue
      for (const statement of migration[connection.dialect]) await sql.raw(statement).execute(db)
      await db
        .insertInto('schema_version')
        .values({ version: index + 1, migrated_at: now.getTime() })
        .execute()
    }
    await connection.maintain(db, { now })
    await compareSecret(db, hmacSecret)
  })
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

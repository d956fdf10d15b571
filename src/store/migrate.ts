import { type Kysely, sql } from 'kysely'
import type { Connection } from './connection.ts'
import { up as forms } from './migrations/0001-forms.ts'
import type { Schema } from './schema.ts'

/** Appended, never edited: the version of the schema is the number of these that have run. */
const MIGRATIONS: readonly ((db: Kysely<Schema>) => Promise<void>)[] = [forms]

/** The version of the schema that this program knows. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** The database was written by a newer program; the message says what to do. */
export class SchemaTooNew extends Error {}

/**
 * Brings the database to this program's schema, all in one transaction under the write lock, so that
 * a second process waits and then finds nothing to do, and a kill in the middle leaves the old schema.
 *
 * @throws SchemaTooNew when a newer program has migrated the database further than this one knows.
 */
export async function migrate(connection: Connection, now: Date): Promise<void> {
  await connection.transaction(async (db) => {
    await sql`create table if not exists schema_version (version integer primary key, migrated_at integer not null)`.execute(
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
    for (const [index, up] of MIGRATIONS.entries()) {
      if (index < current) continue
      await up(db)
      await db
        .insertInto('schema_version')
        .values({ version: index + 1, migrated_at: now.getTime() })
        .execute()
    }
  })
}

import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import { TEMPLATE_DATE } from '../postgres/template.ts'
import { sharedServer } from '../run/shared-server.ts'

/** Creates a migrated database file in this folder; returns its path. */
export async function createTemplateFile(folder: string): Promise<string> {
  const file = path.join(folder, 'template.db')
  const connection = connectSqlite(file)
  await migrate(connection, { now: TEMPLATE_DATE, hmacSecret: 'template' })
  await connection.close()
  // The first service that opens a copy writes its own secret there.
  using database = new DatabaseSync(file)
  database.exec('delete from instance; pragma wal_checkpoint(truncate)')
  return file
}

/** Copies the migrated file to this path, where a run has one: migrating takes longer than most tests. */
export async function copyTemplateFile(file: string): Promise<void> {
  const template = await sharedServer('template-file')
  if (template !== null) await copyFile(template, file, constants.COPYFILE_FICLONE)
}

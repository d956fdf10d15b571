import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** Returns the id that marks the stores of files of this database; the first call saves the given one. */
export async function ensureFilesId(db: Kysely<Schema>, newId: string): Promise<string> {
  await db.updateTable('instance').set({ files_id: newId }).where('files_id', 'is', null).execute()
  return (await findFilesId(db)) ?? newId
}

/** Finds the id that marks the stores of files of this database; null before its first comparison. */
export async function findFilesId(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('instance').select('files_id').executeTakeFirst()
  return row?.files_id ?? null
}

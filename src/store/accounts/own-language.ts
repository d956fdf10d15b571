import type { Kysely } from 'kysely'
import { type Language, readLanguage } from '../../domain/language.ts'
import type { Schema } from '../engine/schema.ts'

/** Returns the language that the holder of an account has chosen for the dashboard; null: the browser's. */
export async function findLanguage(db: Kysely<Schema>, accountKey: number): Promise<Language | null> {
  const row = await db
    .selectFrom('accounts')
    .select('language')
    .where('key', '=', accountKey)
    .executeTakeFirst()
  return readLanguage(row?.language ?? null)
}

/** Stores the language that the holder of an account has chosen for the dashboard. */
export async function setLanguage(
  db: Kysely<Schema>,
  { accountKey, language }: { accountKey: number; language: Language | null },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ language })
    .where('key', '=', accountKey)
    .where('closed_at', 'is', null)
    .execute()
}

import type { Kysely } from 'kysely'
import type { SpamLists } from '../../domain/spam/spam-settings.ts'
import type { Schema } from '../engine/schema.ts'

type ListedRow = { key: number; has_spam_lists: 1 | null }

const NO_LISTS: ReadonlyMap<number, SpamLists> = new Map()

/**
 * Loads the spam lists of these endpoints by their keys; those without lists are absent and cost nothing. Their rows must be
 * locked where the lists are changed: a statement of its own, because PostgreSQL does not read joined rows again after
 * waiting for a lock.
 */
export async function loadSpamLists(
  db: Kysely<Schema>,
  endpoints: readonly ListedRow[],
): Promise<ReadonlyMap<number, SpamLists>> {
  const keys = endpoints.filter((row) => row.has_spam_lists !== null).map((row) => row.key)
  if (keys.length === 0) return NO_LISTS
  const rows = await db.selectFrom('spam_lists').selectAll().where('endpoint_key', 'in', keys).execute()
  return new Map(
    rows.map((row) => [row.endpoint_key, { block: parseList(row.block), allow: parseList(row.allow) }]),
  )
}

/** Saves the spam lists of an endpoint. */
export async function saveSpamLists(
  db: Kysely<Schema>,
  { key, lists }: { key: number; lists: SpamLists },
): Promise<void> {
  const texts = { block: JSON.stringify(lists.block), allow: JSON.stringify(lists.allow) }
  await db
    .insertInto('spam_lists')
    .values({ endpoint_key: key, ...texts })
    .onConflict((conflict) => conflict.column('endpoint_key').doUpdateSet(texts))
    .execute()
}

/** Deletes the spam lists of an endpoint. */
export async function deleteSpamListsOf(db: Kysely<Schema>, key: number): Promise<void> {
  await db.deleteFrom('spam_lists').where('endpoint_key', '=', key).execute()
}

/** Deletes the spam lists of all endpoints of an account. */
export async function deleteSpamLists(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db
    .deleteFrom('spam_lists')
    .where('endpoint_key', 'in', (select) =>
      select.selectFrom('endpoints').select('key').where('account_key', '=', accountKey),
    )
    .execute()
}

/** Lists by their text, so that a list is parsed, and compiled by the filter, once while it is the same. */
const parsed = new Map<string, readonly string[]>()
const MAX_PARSED = 200

function parseList(text: string): readonly string[] {
  const known = parsed.get(text)
  if (known) return known
  if (parsed.size >= MAX_PARSED) parsed.clear()
  const list = JSON.parse(text) as string[]
  parsed.set(text, list)
  return list
}

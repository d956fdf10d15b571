import type { Kysely } from 'kysely'
import { foldName, MAX_VIEWS } from '../../../domain/submissions/label.ts'
import { lockOpenAccount } from '../../accounts/lock-account.ts'
import type { Schema } from '../../engine/schema.ts'
import type { WriteContext } from '../../engine/write-queue.ts'

/** A filter of the inbox under a name. `filter`: JSON, as the API takes it. */
export type StoredView = { key: number; name: string; filter: string }

export type ViewOutcome = { kind: 'view'; view: StoredView } | { kind: 'unknown' | 'taken' | 'full' }

/** Lists the saved views of an account, the oldest first. */
export function listViews(db: Kysely<Schema>, accountKey: number): Promise<StoredView[]> {
  return db
    .selectFrom('inbox_views')
    .select(['key', 'name', 'filter'])
    .where('account_key', '=', accountKey)
    .orderBy('key')
    .execute()
}

/** Saves a view, unless the account has one of this name, or as many as are allowed. */
export async function addView(
  { db, nextKey }: WriteContext,
  request: { accountKey: number; name: string; filter: string; now: Date },
): Promise<ViewOutcome> {
  const { accountKey, name, filter, now } = request
  // The account is locked, so that two nodes cannot both create the last view that is allowed.
  if (!(await lockOpenAccount(db, accountKey))) return { kind: 'unknown' }
  const views = await listViews(db, accountKey)
  if (hasName(views, name)) return { kind: 'taken' }
  if (views.length >= MAX_VIEWS) return { kind: 'full' }
  const view = { key: nextKey(), name, filter }
  await db
    .insertInto('inbox_views')
    .values({ ...view, account_key: accountKey, folded: foldName(name), created_at: now.getTime() })
    .execute()
  return { kind: 'view', view }
}

/** Changes the name or the filter of a view. */
export async function changeView(
  db: Kysely<Schema>,
  request: { accountKey: number; key: number; name: string | null; filter: string | null },
): Promise<ViewOutcome> {
  const { accountKey, key } = request
  if (!(await lockOpenAccount(db, accountKey))) return { kind: 'unknown' }
  const views = await listViews(db, accountKey)
  const before = views.find((view) => view.key === key)
  if (!before) return { kind: 'unknown' }
  const view = { key, name: request.name ?? before.name, filter: request.filter ?? before.filter }
  const others = views.filter((one) => one !== before)
  if (hasName(others, view.name)) return { kind: 'taken' }
  await db
    .updateTable('inbox_views')
    .set({ name: view.name, folded: foldName(view.name), filter: view.filter })
    .where('key', '=', key)
    .execute()
  return { kind: 'view', view }
}

/** Returns false when the account has no such view. */
export async function deleteView(
  db: Kysely<Schema>,
  { accountKey, key }: { accountKey: number; key: number },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('inbox_views')
    .where('key', '=', key)
    .where('account_key', '=', accountKey)
    .returning('key')
    .executeTakeFirst()
  return deleted !== undefined
}

function hasName(views: readonly StoredView[], name: string): boolean {
  const folded = foldName(name)
  return views.some((view) => foldName(view.name) === folded)
}

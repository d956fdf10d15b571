import type { Kysely } from 'kysely'
import { foldName, type Label, type LabelColor, MAX_LABELS } from '../../../domain/submissions/label.ts'
import { lockOpenAccount } from '../../accounts/lock-account.ts'
import type { Schema } from '../../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../../engine/write-queue.ts'

/** Submissions that lose a label in one transaction: few enough that a new one hardly waits. */
const MAX_ROWS_PER_TRANSACTION = 1000

export type LabelOutcome = { kind: 'label'; label: Label } | { kind: 'unknown' | 'taken' | 'full' }

/** Lists the labels of an account by name. */
export async function listLabels(db: Kysely<Schema>, accountKey: number): Promise<Label[]> {
  const rows = await db
    .selectFrom('labels')
    .select(['key', 'name', 'color', 'folded'])
    .where('account_key', '=', accountKey)
    .execute()
  // Databases sort texts differently.
  const sorted = rows.toSorted((one, other) => (one.folded < other.folded ? -1 : 1))
  return sorted.map(({ key, name, color }) => ({ key, name, color }))
}

/** Creates a label, unless the account has one of this name, or as many as are allowed. */
export async function addLabel(
  { db, nextKey }: WriteContext,
  request: { accountKey: number; name: string; color: LabelColor; now: Date },
): Promise<LabelOutcome> {
  const { accountKey, name, color, now } = request
  // The account is locked, so that two nodes cannot both create the last label that is allowed.
  if (!(await lockOpenAccount(db, accountKey))) return { kind: 'unknown' }
  const labels = await listLabels(db, accountKey)
  if (hasName(labels, name)) return { kind: 'taken' }
  if (labels.length >= MAX_LABELS) return { kind: 'full' }
  const label = { key: nextKey(), name, color }
  await db
    .insertInto('labels')
    .values({ ...label, account_key: accountKey, folded: foldName(name), created_at: now.getTime() })
    .execute()
  return { kind: 'label', label }
}

/** Changes the name or the color of a label. */
export async function changeLabel(
  db: Kysely<Schema>,
  request: { accountKey: number; key: number; name: string | null; color: LabelColor | null },
): Promise<LabelOutcome> {
  const { accountKey, key } = request
  if (!(await lockOpenAccount(db, accountKey))) return { kind: 'unknown' }
  const labels = await listLabels(db, accountKey)
  const before = labels.find((label) => label.key === key)
  if (!before) return { kind: 'unknown' }
  const label = { key, name: request.name ?? before.name, color: request.color ?? before.color }
  const others = labels.filter((one) => one !== before)
  if (hasName(others, label.name)) return { kind: 'taken' }
  await db
    .updateTable('labels')
    .set({ name: label.name, folded: foldName(label.name), color: label.color })
    .where('key', '=', key)
    .execute()
  return { kind: 'label', label }
}

/**
 * Takes a label off all submissions, in batches, and deletes it with the last one: a process that ends in between leaves
 * the label, and none of its rows without it. Returns false when the account has no such label.
 */
export async function deleteLabel(
  write: QueueWrite,
  { accountKey, key }: { accountKey: number; key: number },
): Promise<boolean> {
  for (;;) {
    const outcome = await write(({ db }) => deleteBatch(db, { accountKey, key }))
    if (outcome !== 'more') return outcome === 'deleted'
  }
}

async function deleteBatch(
  db: Kysely<Schema>,
  { accountKey, key }: { accountKey: number; key: number },
): Promise<'unknown' | 'more' | 'deleted'> {
  const label = await db
    .selectFrom('labels')
    .select('key')
    .where('key', '=', key)
    .where('account_key', '=', accountKey)
    .forUpdate()
    .executeTakeFirst()
  if (!label) return 'unknown'
  const rows = await db
    .selectFrom('submission_labels')
    .select('submission_key')
    .where('label_key', '=', key)
    .limit(MAX_ROWS_PER_TRANSACTION)
    .execute()
  const labeled = rows.map((row) => row.submission_key)
  if (labeled.length > 0) {
    await db
      .deleteFrom('submission_labels')
      .where('label_key', '=', key)
      .where('submission_key', 'in', labeled)
      .execute()
  }
  if (rows.length === MAX_ROWS_PER_TRANSACTION) return 'more'
  await db.deleteFrom('labels').where('key', '=', key).execute()
  return 'deleted'
}

function hasName(labels: readonly Label[], name: string): boolean {
  const folded = foldName(name)
  return labels.some((label) => foldName(label.name) === folded)
}

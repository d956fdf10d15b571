import { type Kysely, sql } from 'kysely'
import type { Label } from '../../../domain/submissions/label.ts'
import type { Schema } from '../../engine/schema.ts'
import { assign } from './assignees.ts'

/** A mark that stands beside a submission. */
export type WorkMark =
  | { kind: 'starred'; starred: boolean }
  | { kind: 'labeled'; labelKey: number; labeled: boolean }
  /** Exactly these labels. */
  | { kind: 'labels'; labelKeys: readonly number[] }
  /** Null: none. */
  | { kind: 'note'; note: string | null }
  /** `assignee`: key of a member or `HOLDER_KEY`; null: nobody. */
  | { kind: 'assigned'; assignee: number | null }

/** Applies a mark to submissions that the caller has locked. Returns the keys of those that it changes. */
export async function applyWorkMark(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[]; mark: WorkMark; now: Date },
): Promise<readonly number[]> {
  const { keys, mark } = request
  switch (mark.kind) {
    case 'starred':
      return star(db, { ...request, starred: mark.starred })
    case 'note':
      return note(db, { ...request, note: mark.note })
    case 'assigned': {
      const changed = await assign(db, { ...request, assignee: mark.assignee })
      if (mark.assignee === null) await deleteEmpty(db, changed)
      return changed
    }
    case 'labeled': {
      const labelKeys = await lockLabels(db, request.accountKey, [mark.labelKey])
      return mark.labeled ? addLabels(db, { keys, labelKeys }) : removeLabels(db, { keys, labelKeys })
    }
    case 'labels': {
      const labelKeys = await lockLabels(db, request.accountKey, mark.labelKeys)
      const removed = await removeLabels(db, { keys, labelKeys, others: true })
      const added = await addLabels(db, { keys, labelKeys })
      return [...new Set([...removed, ...added])]
    }
  }
}

/** Deletes the stars, notes, assignees and labels of deleted submissions. */
export async function deleteWorkOf(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  await db.deleteFrom('submission_work').where('submission_key', 'in', keys).execute()
  await db.deleteFrom('submission_labels').where('submission_key', 'in', keys).execute()
}

/** Deletes the labels and saved views of an account; the rows of its submissions go with these. */
export async function deleteLabelsAndViews(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db.deleteFrom('labels').where('account_key', '=', accountKey).execute()
  await db.deleteFrom('inbox_views').where('account_key', '=', accountKey).execute()
}

/** Selects the keys of the labels of a submission as text; null without any, which costs one look into an index. */
export const LABEL_KEYS_OF_SUBMISSION = sql<string | null>`(
  select string_agg(cast(label_key as text), ',') from submission_labels
  where submission_labels.submission_key = submissions.key)`

/** Loads the labels that these texts of `LABEL_KEYS_OF_SUBMISSION` name, by their keys. */
export async function loadLabels(
  db: Kysely<Schema>,
  texts: readonly string[],
): Promise<ReadonlyMap<number, Label>> {
  const keys = [...new Set(texts.flatMap((text) => text.split(',')))].map(Number)
  const rows = await db
    .selectFrom('labels')
    .select(['key', 'name', 'color', 'folded'])
    .where('key', 'in', keys)
    .execute()
  const sorted = rows.toSorted((one, other) => (one.folded < other.folded ? -1 : 1))
  return new Map(sorted.map(({ key, name, color }) => [key, { key, name, color }]))
}

/** Loads the names of the labels of these submissions, by their keys; those without labels are absent. */
export async function loadLabelNames(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submission_labels')
    .innerJoin('labels', 'labels.key', 'submission_labels.label_key')
    .select(['submission_labels.submission_key', 'labels.name', 'labels.folded'])
    .where('submission_labels.submission_key', 'in', keys)
    .execute()
  const sorted = rows.toSorted((one, other) => (one.folded < other.folded ? -1 : 1))
  const bySubmission = Map.groupBy(sorted, (row) => row.submission_key)
  return new Map([...bySubmission].map(([key, labels]) => [key, labels.map(({ name }) => name)]))
}

/** Picks the labels of one submission, in the order of their names. */
export function pickLabels(labels: ReadonlyMap<number, Label>, text: string): readonly Label[] {
  const own = new Set(text.split(',').map(Number))
  return [...labels.values()].filter(({ key }) => own.has(key))
}

async function star(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[]; starred: boolean; now: Date },
): Promise<number[]> {
  const { accountKey, keys, starred, now } = request
  const rows = await db
    .selectFrom('submission_work')
    .select('submission_key')
    .where('submission_key', 'in', keys)
    .where('starred_at', 'is not', null)
    .execute()
  const before = new Set(rows.map((row) => row.submission_key))
  const changed = keys.filter((key) => before.has(key) !== starred)
  if (changed.length === 0) return []
  if (starred) {
    await db
      .insertInto('submission_work')
      .values(
        changed.map((key) => ({
          submission_key: key,
          account_key: accountKey,
          starred_at: now.getTime(),
          ...{ note: null, assignee: null },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('submission_key')
          .doUpdateSet((set) => ({ starred_at: set.ref('excluded.starred_at') })),
      )
      .execute()
  } else {
    await db
      .updateTable('submission_work')
      .set({ starred_at: null })
      .where('submission_key', 'in', changed)
      .execute()
    await deleteEmpty(db, changed)
  }
  return changed
}

async function note(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[]; note: string | null },
): Promise<readonly number[]> {
  const { accountKey, keys, note } = request
  if (note === null) {
    await db.updateTable('submission_work').set({ note }).where('submission_key', 'in', keys).execute()
    await deleteEmpty(db, keys)
    return keys
  }
  await db
    .insertInto('submission_work')
    .values(
      keys.map((key) => ({
        ...{ submission_key: key, account_key: accountKey, note },
        ...{ starred_at: null, assignee: null },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('submission_key').doUpdateSet((set) => ({ note: set.ref('excluded.note') })),
    )
    .execute()
  return keys
}

/** Deletes rows that say nothing any more. */
async function deleteEmpty(db: Kysely<Schema>, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('submission_work')
    .where('submission_key', 'in', keys)
    .where('starred_at', 'is', null)
    .where('note', 'is', null)
    .where('assignee', 'is', null)
    .execute()
}

/** Locks those of these labels that the account has, so that none is deleted before its new rows are there. */
async function lockLabels(
  db: Kysely<Schema>,
  accountKey: number,
  labelKeys: readonly number[],
): Promise<number[]> {
  if (labelKeys.length === 0) return []
  const rows = await db
    .selectFrom('labels')
    .select('key')
    .where('key', 'in', labelKeys)
    .where('account_key', '=', accountKey)
    .orderBy('key')
    .forUpdate()
    .execute()
  return rows.map((row) => row.key)
}

type Labeling = { keys: readonly number[]; labelKeys: readonly number[] }

async function addLabels(db: Kysely<Schema>, { keys, labelKeys }: Labeling): Promise<number[]> {
  const changed = new Set<number>()
  for (const labelKey of labelKeys) {
    const added = await db
      .insertInto('submission_labels')
      .values(keys.map((key) => ({ label_key: labelKey, submission_key: key })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('submission_key')
      .execute()
    for (const row of added) changed.add(row.submission_key)
  }
  return [...changed]
}

/** @param request.others takes off all labels but these */
async function removeLabels(
  db: Kysely<Schema>,
  { keys, labelKeys, others = false }: Labeling & { others?: boolean },
): Promise<number[]> {
  let removed = db.deleteFrom('submission_labels').where('submission_key', 'in', keys)
  if (!others) {
    if (labelKeys.length === 0) return []
    removed = removed.where('label_key', 'in', labelKeys)
  } else if (labelKeys.length > 0) removed = removed.where('label_key', 'not in', labelKeys)
  const rows = await removed.returning('submission_key').execute()
  return [...new Set(rows.map((row) => row.submission_key))]
}

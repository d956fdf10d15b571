import { type Kysely, sql } from 'kysely'
import { HOLDER_KEY } from '../../../domain/accounts/member.ts'
import type { Schema } from '../../engine/schema.ts'

/** Selects the address of the assignee of a submission; null for nobody, also where the member was removed. */
export const ASSIGNEE_MAILBOX = sql<string | null>`case submission_work.assignee
  when ${sql.lit(HOLDER_KEY)} then (select mailbox from accounts where accounts.key = endpoints.account_key)
  else (select mailbox from members where members.key = submission_work.assignee) end`

/** Returns those of these submissions that are assigned to somebody. */
export async function listAssigned(db: Kysely<Schema>, keys: readonly number[]): Promise<Set<number>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('submission_work')
    .leftJoin('members', 'members.key', 'submission_work.assignee')
    .select('submission_work.submission_key as key')
    .where('submission_work.submission_key', 'in', keys)
    .where((where) =>
      where.or([where('submission_work.assignee', '=', HOLDER_KEY), where('members.key', 'is not', null)]),
    )
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Loads the addresses of the assignees of these submissions, by their keys; those assigned to nobody are absent. */
export async function loadAssignees(
  db: Kysely<Schema>,
  keys: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('submission_work')
    .innerJoin('submissions', 'submissions.key', 'submission_work.submission_key')
    .innerJoin('endpoints', 'endpoints.key', 'submissions.endpoint_key')
    .select(['submission_work.submission_key as key', ASSIGNEE_MAILBOX.as('mailbox')])
    .where('submission_work.submission_key', 'in', keys)
    .where('submission_work.assignee', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ key, mailbox }) => (mailbox === null ? [] : [[key, mailbox] as const])))
}

/**
 * Assigns submissions that the caller has locked to a member of the account or its holder, or to nobody (null); those whose
 * form the member does not reach are left as they are. Returns the keys of those that it changes.
 */
export async function assign(
  db: Kysely<Schema>,
  request: { accountKey: number; keys: readonly number[]; assignee: number | null },
): Promise<number[]> {
  const { accountKey, assignee } = request
  const keys = await listReached(db, request)
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('submission_work')
    .select(['submission_key', 'assignee'])
    .where('submission_key', 'in', keys)
    .execute()
  const before = new Map(rows.map((row) => [row.submission_key, row.assignee]))
  const changed = keys.filter((key) => (before.get(key) ?? null) !== assignee)
  if (changed.length === 0) return []
  if (assignee === null) {
    await db.updateTable('submission_work').set({ assignee }).where('submission_key', 'in', changed).execute()
    return changed
  }
  await db
    .insertInto('submission_work')
    .values(
      changed.map((key) => ({
        ...{ submission_key: key, account_key: accountKey, assignee },
        ...{ starred_at: null, note: null },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('submission_key').doUpdateSet((set) => ({ assignee: set.ref('excluded.assignee') })),
    )
    .execute()
  return changed
}

/** Returns those of these submissions to whose form the assignee has access. */
async function listReached(
  db: Kysely<Schema>,
  { accountKey, keys, assignee }: { accountKey: number; keys: readonly number[]; assignee: number | null },
): Promise<readonly number[]> {
  if (assignee === null || assignee === HOLDER_KEY) return keys
  const member = await db
    .selectFrom('members')
    .select('endpoint_key')
    .where('key', '=', assignee)
    .where('account_key', '=', accountKey)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  if (!member) return []
  if (member.endpoint_key === null) return keys
  const rows = await db
    .selectFrom('submissions')
    .select('key')
    .where('key', 'in', keys)
    .where('endpoint_key', '=', member.endpoint_key)
    .execute()
  return rows.map(({ key }) => key)
}

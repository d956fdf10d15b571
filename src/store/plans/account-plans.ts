import type { Kysely, Selectable } from 'kysely'
import type { ExtendedRetention, RetentionDays } from '../../domain/plans/retention.ts'
import type { NewNotice } from '../contract/changes.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { type OperatorEntryRequest, recordOperatorEntry } from '../operator/operator-log.ts'
import { saveNotice } from '../outbox/notices.ts'

type AccountRow = Selectable<Schema['accounts']>

export type PlanOwner = {
  key: number
  /** `mailboxIdentity` of the owner's mailbox. */
  mailbox: string
  plan: string
  createdAt: Date
  extendedRetention: ExtendedRetention | null
}

type PlanChangeRequest<Answer> = {
  accountKey: number
  now: Date
  decide(owner: PlanOwner): { answer: Answer; change: PlanChange | null }
}

export type PlanChange = {
  plan: string
  extendedRetention: ExtendedRetention | null
  /** The email about the change; null for none. */
  notice: NewNotice | null
  /** For the log of the operator; null for none. */
  entry: OperatorEntryRequest | null
}

export type RecordedPlan = {
  name: string
  retention: RetentionDays
  /** Time of a reduction and the retention before it, until all owners have been notified; null otherwise. */
  reduction: { at: Date; before: RetentionDays } | null
}

/** The plans of accounts, and the recorded retention of plans. */
export type PlanStore = ReturnType<typeof createPlanStore>

/** Creates the plan store on the write queue and the reading connection. */
export function createPlanStore(write: QueueWrite, reads: Kysely<Schema>) {
  return {
    ...bindReads(reads, { findOwner, listOwners, countOwners, listRecordedPlans }),
    ...bindWrites(write, { recordPlans }),
    changePlan: <Answer>(request: PlanChangeRequest<Answer>): Promise<Answer | null> =>
      write((context) => changePlan(context, request), { keysAt: request.now, makesDeliveries: true }),
  }
}

/** Finds the account of this mailbox, a `mailboxIdentity`; null when there is none. */
async function findOwner(db: Kysely<Schema>, mailbox: string): Promise<PlanOwner | null> {
  const row = await selectOpenAccounts(db).where('mailbox', '=', mailbox).executeTakeFirst()
  return row ? toOwner(row) : null
}

/** Lists a page of the accounts on a plan, oldest first. */
async function listOwners(
  db: Kysely<Schema>,
  { plan, after, limit }: { plan: string; after: number; limit: number },
): Promise<PlanOwner[]> {
  const rows = await selectOpenAccounts(db)
    .where('plan', '=', plan)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(toOwner)
}

/** Counts the accounts on each plan; plans without accounts are absent. */
async function countOwners(db: Kysely<Schema>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('accounts')
    .select((select) => ['plan', select.fn.countAll<number>().as('owners')])
    .where('closed_at', 'is', null)
    .groupBy('plan')
    .execute()
  return new Map(rows.map((row) => [row.plan, row.owners]))
}

/** Changes the plan of a locked account as `decide` says. Returns null when the account is gone. */
async function changePlan<Answer>(
  context: WriteContext,
  { accountKey, now, decide }: PlanChangeRequest<Answer>,
): Promise<Answer | null> {
  const { db, nextKey } = context
  const row = await selectOpenAccounts(db).where('key', '=', accountKey).forUpdate().executeTakeFirst()
  if (!row) return null
  const { answer, change } = decide(toOwner(row))
  if (!change) return answer
  const { plan, extendedRetention, notice, entry } = change
  await db
    .updateTable('accounts')
    .set({ plan, ...toColumns(extendedRetention) })
    .where('key', '=', accountKey)
    .execute()
  if (notice) await saveNotice(db, nextKey, { ...notice, now })
  if (entry) await recordOperatorEntry(context, entry)
  return answer
}

/** Records the retention of plans. */
async function recordPlans(db: Kysely<Schema>, plans: readonly RecordedPlan[]): Promise<void> {
  for (const plan of plans) {
    const { plan: name, ...days } = toRow(plan)
    await db
      .insertInto('plan_retention')
      .values({ plan: name, ...days })
      .onConflict((conflict) => conflict.column('plan').doUpdateSet(days))
      .execute()
  }
}

/** Returns the retention of each plan as last recorded. */
export async function listRecordedPlans(db: Kysely<Schema>): Promise<RecordedPlan[]> {
  return (await db.selectFrom('plan_retention').selectAll().execute()).map(toRecordedPlan)
}

/** Converts the columns of a longer retention that still applies; null without one. */
export function toExtendedRetention(
  row: Pick<AccountRow, 'retention_submission_days' | 'retention_telemetry_days' | 'retained_until'>,
): ExtendedRetention | null {
  const {
    retention_submission_days: submissions,
    retention_telemetry_days: telemetry,
    retained_until: until,
  } = row
  if (submissions === null || telemetry === null || until === null) return null
  return { submissions, telemetry, until: new Date(until) }
}

function toColumns(extendedRetention: ExtendedRetention | null) {
  return {
    retention_submission_days: extendedRetention?.submissions ?? null,
    retention_telemetry_days: extendedRetention?.telemetry ?? null,
    retained_until: extendedRetention?.until.getTime() ?? null,
  }
}

/** Selects accounts that are not closed. */
function selectOpenAccounts(db: Kysely<Schema>) {
  return db.selectFrom('accounts').selectAll().where('closed_at', 'is', null)
}

function toOwner(row: AccountRow): PlanOwner {
  const { key, mailbox, plan } = row
  return {
    key,
    mailbox,
    plan,
    createdAt: new Date(row.created_at),
    extendedRetention: toExtendedRetention(row),
  }
}

function toRecordedPlan(row: Selectable<Schema['plan_retention']>): RecordedPlan {
  const {
    previous_submission_days: submissions,
    previous_telemetry_days: telemetry,
    retention_reduced_at: at,
  } = row
  return {
    name: row.plan,
    retention: { submissions: row.submission_days, telemetry: row.telemetry_days },
    reduction:
      submissions === null || telemetry === null || at === null
        ? null
        : { at: new Date(at), before: { submissions, telemetry } },
  }
}

function toRow({ name, retention, reduction }: RecordedPlan): Selectable<Schema['plan_retention']> {
  return {
    plan: name,
    submission_days: retention.submissions,
    telemetry_days: retention.telemetry,
    previous_submission_days: reduction?.before.submissions ?? null,
    previous_telemetry_days: reduction?.before.telemetry ?? null,
    retention_reduced_at: reduction?.at.getTime() ?? null,
  }
}

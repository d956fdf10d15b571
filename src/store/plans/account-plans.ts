import type { Kysely, Selectable } from 'kysely'
import type { ExtendedRetention } from '../../domain/plans/retention.ts'
import type { PlanOwner, PlanStore, RememberedPlan } from '../contract/plan-store.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { saveNotice } from '../outbox/notices.ts'

type AccountRow = Selectable<Schema['accounts']>

/** Opens the plan store on the write queue and the reading connection. */
export function openPlans(write: QueueWrite, reads: Kysely<Schema>): PlanStore {
  return {
    async findOwner(mailbox) {
      const row = await selectOpenAccounts(reads).where('mailbox', '=', mailbox).executeTakeFirst()
      return row ? toOwner(row) : null
    },

    async listOwners({ plan, after, limit }) {
      const rows = await selectOpenAccounts(reads)
        .where('plan', '=', plan)
        .where('key', '>', after)
        .orderBy('key')
        .limit(limit)
        .execute()
      return rows.map(toOwner)
    },

    async countOwners() {
      const rows = await reads
        .selectFrom('accounts')
        .select((select) => ['plan', select.fn.countAll<number>().as('owners')])
        .where('closed_at', 'is', null)
        .groupBy('plan')
        .execute()
      return new Map(rows.map((row) => [row.plan, row.owners]))
    },

    changePlan: ({ accountKey, now, decide }) =>
      write(
        async ({ db, nextKey }) => {
          const row = await selectOpenAccounts(db)
            .where('key', '=', accountKey)
            .forUpdate()
            .executeTakeFirst()
          if (!row) return null
          const { answer, change } = decide(toOwner(row))
          if (!change) return answer
          const { plan, longer, notice } = change
          await db
            .updateTable('accounts')
            .set({ plan, ...toColumns(longer) })
            .where('key', '=', accountKey)
            .execute()
          if (notice) await saveNotice(db, nextKey, { ...notice, now })
          return answer
        },
        { keysAt: now, makesDeliveries: true },
      ),

    listKept: () => listKept(reads),

    keep: (plans) =>
      write(async ({ db }) => {
        for (const plan of plans) {
          const { plan: name, ...days } = toRow(plan)
          await db
            .insertInto('plan_retention')
            .values({ plan: name, ...days })
            .onConflict((conflict) => conflict.column('plan').doUpdateSet(days))
            .execute()
        }
      }),
  }
}

/** See PlanStore.listKept. */
export async function listKept(db: Kysely<Schema>): Promise<RememberedPlan[]> {
  return (await db.selectFrom('plan_retention').selectAll().execute()).map(toRememberedPlan)
}

/** Returns the retention that an account has beyond its plan for a while; null where it has none. */
export function longerOf(
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

function toColumns(longer: ExtendedRetention | null) {
  return {
    retention_submission_days: longer?.submissions ?? null,
    retention_telemetry_days: longer?.telemetry ?? null,
    retained_until: longer?.until.getTime() ?? null,
  }
}

/** Selects accounts that are not closed. */
function selectOpenAccounts(db: Kysely<Schema>) {
  return db.selectFrom('accounts').selectAll().where('closed_at', 'is', null)
}

function toOwner(row: AccountRow): PlanOwner {
  const { key, mailbox, plan } = row
  return { key, mailbox, plan, createdAt: new Date(row.created_at), longer: longerOf(row) }
}

function toRememberedPlan(row: Selectable<Schema['plan_retention']>): RememberedPlan {
  const {
    previous_submission_days: submissions,
    previous_telemetry_days: telemetry,
    retention_reduced_at: at,
  } = row
  return {
    name: row.plan,
    kept: { submissions: row.submission_days, telemetry: row.telemetry_days },
    lowered:
      submissions === null || telemetry === null || at === null
        ? null
        : { at: new Date(at), had: { submissions, telemetry } },
  }
}

function toRow({ name, kept, lowered }: RememberedPlan): Selectable<Schema['plan_retention']> {
  return {
    plan: name,
    submission_days: kept.submissions,
    telemetry_days: kept.telemetry,
    previous_submission_days: lowered?.had.submissions ?? null,
    previous_telemetry_days: lowered?.had.telemetry ?? null,
    retention_reduced_at: lowered?.at.getTime() ?? null,
  }
}

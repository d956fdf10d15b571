import type { Plan } from '../../domain/plans/plan.ts'
import {
  getPlanRetention,
  RETENTION_NOTICE_DAYS,
  type RetentionDays,
  retentionAfterChange,
} from '../../domain/plans/retention.ts'
import { DAY, later, SECOND } from '../../domain/time.ts'
import type { PlanOwner, RecordedPlan } from '../../store/plans/account-plans.ts'
import { type PlanContext, planEmail } from './change-plan.ts'

/** Owners notified by one round of writes. */
const OWNERS_PER_ROUND = 100
/** Time between emails to all owners of a plan, at most a day in all, so that sign-in emails are sent in between. */
const EMAIL_INTERVAL_MS = SECOND / 5

/**
 * Compares the retention of plans with that of the last start. Returns the plans with a reduction: their owners are
 * notified before any of their data is purged (`notifyOwnersOfReductions`).
 */
export async function reviewPlans(context: PlanContext, now: Date): Promise<RecordedPlan[]> {
  const recorded = new Map((await context.store.plans.listRecordedPlans()).map((plan) => [plan.name, plan]))
  const plans = Object.entries(context.plans).map(([name, plan]) =>
    reviewed(name, getPlanRetention(plan), recorded.get(name), now),
  )
  const changed = plans.filter((plan) => plan !== recorded.get(plan.name))
  if (changed.length > 0) await context.store.plans.recordPlans(changed)
  return plans.filter((plan) => plan.reduction !== null)
}

/** Notifies each owner on a plan with a reduced retention once; their data keeps the earlier retention for another week. */
export async function notifyOwnersOfReductions(context: PlanContext, now: Date): Promise<void> {
  for (const recorded of await context.store.plans.listRecordedPlans()) {
    const plan = context.plans[recorded.name]
    const { reduction } = recorded
    if (!plan || !reduction) continue
    let after: number | null = 0
    let notified = 0
    while (after !== null) {
      const request = { plan: recorded.name, after, limit: OWNERS_PER_ROUND }
      const owners: PlanOwner[] = await context.store.plans.listOwners(request)
      const dueAt = later(now, Math.min(notified * EMAIL_INTERVAL_MS, DAY))
      await Promise.all(owners.map((owner) => notifyOwner(context, owner, { plan, reduction, dueAt, now })))
      notified += owners.length
      after = owners.length === OWNERS_PER_ROUND ? (owners.at(-1)?.key ?? null) : null
    }
    await context.store.plans.recordPlans([{ ...recorded, reduction: null }])
  }
}

function reviewed(
  name: string,
  retention: RetentionDays,
  before: RecordedPlan | undefined,
  now: Date,
): RecordedPlan {
  if (!before) return { name, retention, reduction: null }
  if (isShorter(retention, before.retention))
    return { name, retention, reduction: { at: now, before: before.retention } }
  return isShorter(before.retention, retention) ? { name, retention, reduction: null } : before
}

function isShorter(one: RetentionDays, other: RetentionDays): boolean {
  return one.submissions < other.submissions || one.telemetry < other.telemetry
}

async function notifyOwner(
  context: PlanContext,
  { key }: PlanOwner,
  change: { plan: Plan; reduction: NonNullable<RecordedPlan['reduction']>; dueAt: Date; now: Date },
): Promise<void> {
  const { plan, reduction, dueAt, now } = change
  await context.store.plans.changePlan({
    accountKey: key,
    now,
    decide(owner) {
      const nothing = { answer: null, change: null }
      const notified =
        owner.extendedRetention &&
        owner.extendedRetention.until >= later(reduction.at, RETENTION_NOTICE_DAYS * DAY)
      // Owners who joined after the reduction never had the longer retention.
      if (notified || owner.plan !== plan.name || owner.createdAt >= reduction.at) return nothing
      const extendedRetention = retentionAfterChange({
        before: reduction.before,
        extendedRetention: owner.extendedRetention,
        after: getPlanRetention(plan),
        now,
      })
      const before = {
        ...plan,
        submissionRetentionDays: reduction.before.submissions,
        telemetryRetentionDays: reduction.before.telemetry,
      }
      const notice = { ...planEmail(context, owner, { before, after: plan, extendedRetention, now }), dueAt }
      return { answer: null, change: { plan: owner.plan, extendedRetention, notice, entry: null } }
    },
  })
}

import type { Plan } from '../../domain/plans/plan.ts'
import {
  getPlanRetention,
  RETENTION_NOTICE_DAYS,
  type RetentionDays,
  retentionAfterChange,
} from '../../domain/plans/retention.ts'
import { DAY, later, SECOND } from '../../domain/time.ts'
import type { PlanOwner, RememberedPlan } from '../../store/contract/plan-store.ts'
import { type PlanContext, planEmail } from './change-plan.ts'

/** Owners notified by one round of writes. */
const TOLD_AT_ONCE = 100
/** Time between emails to all owners of a plan, at most a day in all, so that sign-in emails are sent in between. */
const EMAIL_EVERY = SECOND / 5

/**
 * Compares what plans keep with what they kept when the service last started. Returns those that keep less by now: their
 * owners are told before anything of theirs is purged (`tellOfLowered`).
 */
export async function reviewPlans(context: PlanContext, now: Date): Promise<RememberedPlan[]> {
  const remembered = new Map((await context.store.plans.listKept()).map((plan) => [plan.name, plan]))
  const plans = Object.entries(context.plans).map(([name, plan]) =>
    reviewed(name, getPlanRetention(plan), remembered.get(name), now),
  )
  const changed = plans.filter((plan) => plan !== remembered.get(plan.name))
  if (changed.length > 0) await context.store.plans.keep(changed)
  return plans.filter((plan) => plan.lowered !== null)
}

/** Tells the owners of plans that keep less by now, once each; until a week later they keep what they had. */
export async function tellOfLowered(context: PlanContext, now: Date): Promise<void> {
  for (const remembered of await context.store.plans.listKept()) {
    const plan = context.plans[remembered.name]
    const { lowered } = remembered
    if (!plan || !lowered) continue
    let after: number | null = 0
    let told = 0
    while (after !== null) {
      const request = { plan: remembered.name, after, limit: TOLD_AT_ONCE }
      const owners: PlanOwner[] = await context.store.plans.listOwners(request)
      const dueAt = later(now, Math.min(told * EMAIL_EVERY, DAY))
      await Promise.all(owners.map((owner) => tell(context, owner, { plan, lowered, dueAt, now })))
      told += owners.length
      after = owners.length === TOLD_AT_ONCE ? (owners.at(-1)?.key ?? null) : null
    }
    await context.store.plans.keep([{ ...remembered, lowered: null }])
  }
}

function reviewed(
  name: string,
  kept: RetentionDays,
  before: RememberedPlan | undefined,
  now: Date,
): RememberedPlan {
  if (!before) return { name, kept, lowered: null }
  if (isShorter(kept, before.kept)) return { name, kept, lowered: { at: now, had: before.kept } }
  return isShorter(before.kept, kept) ? { name, kept, lowered: null } : before
}

function isShorter(one: RetentionDays, other: RetentionDays): boolean {
  return one.submissions < other.submissions || one.telemetry < other.telemetry
}

async function tell(
  context: PlanContext,
  { key }: PlanOwner,
  change: { plan: Plan; lowered: NonNullable<RememberedPlan['lowered']>; dueAt: Date; now: Date },
): Promise<void> {
  const { plan, lowered, dueAt, now } = change
  await context.store.plans.changePlan({
    accountKey: key,
    now,
    decide(owner) {
      const nothing = { answer: null, change: null }
      const told = owner.longer && owner.longer.until >= later(lowered.at, RETENTION_NOTICE_DAYS * DAY)
      // Who came later never had more.
      if (told || owner.plan !== plan.name || owner.createdAt >= lowered.at) return nothing
      const longer = retentionAfterChange({
        before: lowered.had,
        longer: owner.longer,
        after: getPlanRetention(plan),
        now,
      })
      const before = {
        ...plan,
        submissionRetentionDays: lowered.had.submissions,
        telemetryRetentionDays: lowered.had.telemetry,
      }
      const notice = { ...planEmail(context, owner, { before, after: plan, longer, now }), dueAt }
      return { answer: null, change: { plan: owner.plan, longer, notice } }
    },
  })
}

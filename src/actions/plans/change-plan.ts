import { canonicalMailbox, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import { MAX_RETENTION_DAYS, type Plan } from '../../domain/plans/plan.ts'
import {
  type ExtendedRetention,
  getPlanRetention,
  type RetentionDays,
  retentionAfterChange,
} from '../../domain/plans/retention.ts'
import { DAY, later } from '../../domain/time.ts'
import type { NewNotice } from '../../store/contract/changes.ts'
import type { PlanChange, PlanOwner, RecordedPlan } from '../../store/plans/account-plans.ts'
import type { Context } from '../context.ts'

/** The part of the context that a change of plan needs, for the command line. */
export type PlanContext = Pick<Context, 'store' | 'keys' | 'plans' | 'defaultPlan'>

type PlanChanged =
  | { kind: 'changed'; owner: PlanOwner; plan: Plan; extendedRetention: ExtendedRetention | null }
  /** It is on that plan already. */
  | { kind: 'unchanged'; owner: PlanOwner; plan: Plan }
  | { kind: 'unknown_mailbox' }
  | { kind: 'unknown_plan' }

/** Days after which an email about a plan is no longer sent. */
const EMAIL_DAYS = 7

/**
 * Moves the account of a mailbox to another plan. Quotas apply at once; data beyond a shorter retention is deleted after
 * a week's notice, which begins with the email that this sends. The log of the operator records it.
 *
 * @param request.mailbox a plain address
 */
export async function changePlan(
  context: PlanContext,
  request: { mailbox: string; plan: string; operator: Operator; now: Date },
): Promise<PlanChanged> {
  const { now } = request
  const plan = Object.hasOwn(context.plans, request.plan) ? context.plans[request.plan] : undefined
  if (!plan) return { kind: 'unknown_plan' }
  const found = await context.store.plans.findOwner(mailboxIdentity(request.mailbox))
  if (!found) return { kind: 'unknown_mailbox' }
  // Retention when the service last started: the plans file may have reduced it since.
  const recorded = new Map((await context.store.plans.listRecordedPlans()).map((one) => [one.name, one]))
  const changed = await context.store.plans.changePlan<PlanChanged>({
    accountKey: found.key,
    now,
    decide(owner) {
      if (owner.plan === request.plan) return { answer: { kind: 'unchanged', owner, plan }, change: null }
      const before = Object.hasOwn(context.plans, owner.plan) ? (context.plans[owner.plan] ?? null) : null
      const extendedRetention = retentionAfterChange({
        before: before ? retentionBefore(before, recorded.get(owner.plan)) : EVERYTHING,
        extendedRetention: owner.extendedRetention,
        after: getPlanRetention(plan),
        now,
      })
      const notice = planEmail(context, owner, { before, after: plan, extendedRetention, now })
      const entry = {
        action: 'plan_changed',
        subject: owner.mailbox,
        detail: `${owner.plan} to ${request.plan}`,
        operator: toOperatorName(request.operator),
        now,
      } as const
      const change: PlanChange = { plan: request.plan, extendedRetention, notice, entry }
      return { answer: { kind: 'changed', owner, plan, extendedRetention }, change }
    },
  })
  return changed ?? { kind: 'unknown_mailbox' }
}

/** Returns the owner's current retention, before a reduction that the owner has not been notified of. */
function retentionBefore(plan: Plan, recorded: RecordedPlan | undefined): RetentionDays {
  const all = [getPlanRetention(plan), recorded?.retention, recorded?.reduction?.before].filter(
    (retention) => retention !== undefined,
  )
  return {
    submissions: Math.max(...all.map((retention) => retention.submissions)),
    telemetry: Math.max(...all.map((retention) => retention.telemetry)),
  }
}

/** Retention of an owner whose plan the operator removed: nothing is deleted until there is another. */
const EVERYTHING: RetentionDays = { submissions: MAX_RETENTION_DAYS, telemetry: MAX_RETENTION_DAYS }

/** Builds the email to an owner whose plan has changed. */
export function planEmail(
  context: Pick<Context, 'keys'>,
  owner: PlanOwner,
  change: { before: Plan | null; after: Plan; extendedRetention: ExtendedRetention | null; now: Date },
): NewNotice {
  const { before, after, extendedRetention, now } = change
  return {
    notice: {
      kind: 'plan_changed',
      before,
      after,
      retentionReducedAt: extendedRetention?.until.toISOString() ?? null,
    },
    mailbox: owner.mailbox,
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(owner.mailbox)),
    expiresAt: later(now, EMAIL_DAYS * DAY),
  }
}

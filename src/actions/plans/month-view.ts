import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { countInMonth, type MonthCount } from '../../domain/plans/month-usage.ts'
import { nextMonth, type Plan, toMonth } from '../../domain/plans/plan.ts'

/** Usage of a monthly quota. */
export type MonthView = { used: number; limit: number | null; resetsAt: Date }

/** Compares a monthly count with the quota of the plan. */
export function toMonthView(
  counted: MonthCount,
  { kind, plan, now }: { kind: EndpointKind; plan: Plan | null; now: Date },
): MonthView {
  const limit = plan ? KINDS[kind].getQuota(plan) : null
  return { used: countInMonth(counted, toMonth(now)), limit, resetsAt: nextMonth(now) }
}

import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import { getMonthCount, NO_USAGE } from '../../domain/plans/month-usage.ts'
import { findPlan, nextMonth, type Plan, toMonth } from '../../domain/plans/plan.ts'
import { effectiveRetention, getPlanRetention, type RetentionDays } from '../../domain/plans/retention.ts'
import type { PlanContext } from './change-plan.ts'
import { type MonthView, toMonthView } from './month-view.ts'

/** Plan of an account, and its usage in this month. */
export type Usage = UsageByKind & {
  plan: Plan
  /** `2026-11`, UTC. */
  month: string
  resetsAt: Date
  /** Endpoints that still accept submissions, newest first; each has its own count. */
  endpoints: { endpoint: EndpointFacts; month: MonthView }[]
  /** Retention in days. */
  retention: RetentionDays
  /** Of all stored files; `limit` is that of the plan. */
  storedBytes: { used: number; limit: number }
  /** Time at which a longer retention of an earlier plan ends; null without one. */
  retentionReducedAt: Date | null
}

type Count = Omit<MonthView, 'resetsAt'>
/** Usage of all endpoints of a kind, for kinds that are counted by account. */
type UsageByKind = Record<KeyedKind, Count>

/** Returns the usage of an account, or null once it has been deleted. */
export async function getUsage(
  context: PlanContext,
  owner: { accountKey: number },
  now: Date,
): Promise<Usage | null> {
  const { store } = context
  const account = await store.accounts.findAccount(owner.accountKey)
  const plan = findPlan(context, account?.plan ?? null)
  if (!account || !plan) return null
  const { extendedRetention } = account
  const request = {
    accountKey: owner.accountKey,
    kind: 'form',
    state: 'claimed',
    before: null,
    limit: Number.MAX_SAFE_INTEGER,
  } as const
  const [endpoints, counts, storedBytes] = await Promise.all([
    store.owned.list(request),
    store.owned.counts(owner.accountKey),
    store.files.loadStoredBytes(owner.accountKey),
  ])
  const toAccountCount = (kind: KeyedKind): Count => {
    const { used, limit } = toMonthView(counts[kind] ?? NO_USAGE, { kind, plan, now })
    return { used, limit }
  }
  return {
    plan,
    month: toMonth(now),
    resetsAt: nextMonth(now),
    endpoints: endpoints.map(({ endpoint }) => ({
      endpoint,
      month: toMonthView(getMonthCount(endpoint), { kind: 'form', plan, now }),
    })),
    telemetry: toAccountCount('telemetry'),
    queue: toAccountCount('queue'),
    storedBytes: { used: storedBytes, limit: plan.storedBytes },
    retention: effectiveRetention(getPlanRetention(plan), extendedRetention, now),
    retentionReducedAt: extendedRetention && now < extendedRetention.until ? extendedRetention.until : null,
  }
}

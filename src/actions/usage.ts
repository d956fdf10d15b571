import type { EndpointFacts } from '../domain/endpoint.ts'
import { countIn, NOTHING_COUNTED } from '../domain/intake.ts'
import { KINDS, rulesOf } from '../domain/kinds.ts'
import { monthOf, nextMonth, type Plan } from '../domain/plan.ts'
import { type KeptDays, keptAt, keptBy } from '../domain/retention.ts'
import type { PlanContext } from './change-plan.ts'
import { planNamed } from './context.ts'
import { type MonthView, monthViewOf } from './owned-endpoints.ts'

/** What an account has of its plan, and has used of it in this month. */
export type Usage = {
  plan: Plan
  /** `2026-11`, UTC. */
  month: string
  resetsAt: Date
  /** Those that still take submissions, newest first: each has a count of its own. */
  endpoints: { endpoint: EndpointFacts; month: MonthView }[]
  /** What all telemetry endpoints of the account have taken together, and all its queues. */
  telemetry: Count
  queue: Count
  /** For how long is kept what came in. */
  kept: KeptDays
  /** From when on only what the plan keeps is kept; null where that is so already. */
  shrinksAt: Date | null
}

type Count = { used: number; limit: number | null }

/** What an account, such as the caller's, has used of its plan; null once it has been deleted. */
export async function lookAtUsage(
  context: PlanContext,
  owner: { accountKey: number },
  now: Date,
): Promise<Usage | null> {
  const { store } = context
  const account = await store.accounts.findAccount(owner.accountKey)
  const plan = planNamed(context, account?.plan ?? null)
  if (!account || !plan) return null
  const { longer } = account
  const request = {
    accountKey: owner.accountKey,
    state: 'claimed',
    before: null,
    limit: Number.MAX_SAFE_INTEGER,
  } as const
  const [endpoints, counts] = await Promise.all([
    store.inbox.listEndpoints(request),
    store.plans.countsOf(owner.accountKey),
  ])
  const month = monthOf(now)
  const countOf = (kind: 'telemetry' | 'queue'): Count => ({
    used: countIn(counts[kind] ?? NOTHING_COUNTED, month),
    limit: KINDS[kind].quotaOf(plan),
  })
  return {
    plan,
    month,
    resetsAt: nextMonth(now),
    endpoints: endpoints
      .filter(({ endpoint }) => rulesOf(endpoint).countedBy === 'endpoint')
      .map(({ endpoint }) => ({ endpoint, month: monthViewOf(context, account, endpoint, now) })),
    telemetry: countOf('telemetry'),
    queue: countOf('queue'),
    kept: keptAt(keptBy(plan), longer, now),
    shrinksAt: longer && now < longer.until ? longer.until : null,
  }
}

import { type EndpointFacts, stateOf } from '../endpoints/endpoint.ts'
import { getKindRules } from '../endpoints/kinds.ts'
import type { Refusal } from '../refusal.ts'
import { secondsUntil } from '../time.ts'
import { monthEnd, type Plan, toMonth } from './plan.ts'
import { decideQuotaWarning, type QuotaWarning } from './quota-warning.ts'

/** What was counted against a monthly quota. */
export type MonthCount = {
  /** The UTC month, `2026-11`; null before anything was counted. */
  month: string | null
  /** Within that month, since the claim. */
  count: number
}

export const NO_USAGE: MonthCount = { month: null, count: 0 }

/** What must be known before something is accepted. */
export type QuotaInput = {
  endpoint: EndpointFacts
  /** The owner's plan; null while nobody has claimed the endpoint. */
  plan: Plan | null
  /** The count of the owner's account; null for kinds counted by endpoint, and while nobody has claimed it. */
  usage: MonthCount | null
  now: Date
}

/** Why an endpoint takes nothing at `now`, whoever sends it and whatever it holds; null when it does. */
export function checkState(asked: QuotaInput): Refusal | null {
  const { endpoint, now } = asked
  switch (stateOf(endpoint, now)) {
    case 'expired':
      return { code: 'endpoint_expired' }
    case 'retired':
      return { code: 'endpoint_retired' }
    case 'frozen':
      // No Retry-After: time does not cure it, only the recipient's claim does.
      return { code: getKindRules(endpoint).frozenCode }
    case 'claimed':
    case 'unclaimed':
      return remainingQuota(asked) > 0 ? null : toQuotaRefusal(asked)
  }
}

/** What is said to that which finds no room in a claimed endpoint. */
export function toQuotaRefusal({ endpoint, plan, usage, now }: QuotaInput): Refusal {
  const { quotaCode: code, getQuota } = getKindRules(endpoint)
  // Of a quota of nought no month leaves anything.
  if (plan && getQuota(plan) === 0) return { code }
  const resetsAt = getQuotaReset(usage ?? getMonthCount(endpoint), now)
  return { code, retryAfterSeconds: secondsUntil(resetsAt, now) }
}

/** When the count begins anew: with the month after the one that is counted, which is a later one if the clock went back. */
export function getQuotaReset({ month }: MonthCount, now: Date): Date {
  const current = toMonth(now)
  return monthEnd(month !== null && month > current ? month : current)
}

/** How many more the endpoint takes now, under its cap or its owner's quota; Infinity for any number. */
export function remainingQuota({ endpoint, plan, usage, now }: QuotaInput): number {
  const rules = getKindRules(endpoint)
  if (!endpoint.claimedAt) return Math.max(0, rules.unclaimedCap - endpoint.acceptedCount)
  const quota = plan ? rules.getQuota(plan) : null
  if (quota === null) return Infinity
  return Math.max(0, quota - countInMonth(usage ?? getMonthCount(endpoint), toMonth(now)))
}

export type AcceptedCount = {
  endpoint: EndpointFacts
  /** The count of the account afterwards; null where none was given. */
  usage: MonthCount | null
  /** Whether the claim email is to be sent for it. */
  first: boolean
  /** What was counted against the month's quota before and after; the same while unclaimed. */
  counted: { before: number; after: number }
}

/** The endpoint and its counters after it accepted `count` (≥ 1) at `now`; there was room for them. */
export function countAccepted(asked: Omit<QuotaInput, 'plan'>, count: number): AcceptedCount {
  const { endpoint, usage, now } = asked
  const last = endpoint.lastAcceptedAt
  const facts = {
    ...endpoint,
    lastAcceptedAt: last && last > now ? last : now,
    acceptedCount: endpoint.acceptedCount + count,
  }
  if (!endpoint.claimedAt) {
    const first = endpoint.claimEmailAt === null
    return {
      endpoint: { ...facts, claimEmailAt: endpoint.claimEmailAt ?? now },
      usage,
      first,
      counted: { before: 0, after: 0 },
    }
  }
  const own = addToMonth(getMonthCount(endpoint), count, now)
  const claimed = { ...facts, countedMonth: own.month, monthCount: own.count }
  const earlier = usage ?? getMonthCount(endpoint)
  const after = usage ? addToMonth(usage, count, now) : own
  const counted = { before: countInMonth(earlier, toMonth(now)), after: after.count }
  return { endpoint: claimed, usage: usage && after, first: false, counted }
}

/** What the owner is to be warned of because of what was taken; null for nothing. */
export function getQuotaWarning(
  { plan }: Pick<QuotaInput, 'plan'>,
  taken: AcceptedCount,
): QuotaWarning | null {
  const { endpoint, usage, counted } = taken
  const month = usage ? usage.month : endpoint.countedMonth
  if (!plan || !endpoint.claimedAt || month === null) return null
  const { kind, getQuota } = getKindRules(endpoint)
  return decideQuotaWarning({ what: kind, ...counted, quota: getQuota(plan), month })
}

/** What an endpoint of a kind that counts by itself has counted. */
export function getMonthCount(endpoint: EndpointFacts): MonthCount {
  return { month: endpoint.countedMonth, count: endpoint.monthCount }
}

/** What was counted within this month, or within a later one if the clock went back. */
export function countInMonth({ month, count }: MonthCount, asked: string): number {
  return month !== null && month >= asked ? count : 0
}

function addToMonth(earlier: MonthCount, count: number, now: Date): MonthCount {
  const month = toMonth(now)
  // A clock that went back over the turn of a month must not open a second quota.
  const counted = earlier.month !== null && earlier.month > month ? earlier.month : month
  return { month: counted, count: countInMonth(earlier, month) + count }
}

import { type EndpointFacts, getPublicState, isConfirmed } from '../endpoints/endpoint.ts'
import { getKindRules } from '../endpoints/kinds.ts'
import type { Refusal } from '../refusal.ts'
import { secondsUntil } from '../time.ts'
import { monthEnd, type Plan, toMonth } from './plan.ts'
import { decideQuotaWarning, type QuotaWarning } from './quota-warning.ts'

/** Count against a monthly quota. */
export type MonthCount = {
  /** The UTC month, `2026-11`; null while nothing has been counted. */
  month: string | null
  /** Number accepted within that month since the claim. */
  count: number
}

export const NO_USAGE: MonthCount = { month: null, count: 0 }

/** Facts that decide how much an endpoint may still accept. */
export type QuotaInput = {
  endpoint: EndpointFacts
  /** The owner's plan; null while nobody has claimed the endpoint. */
  plan: Plan | null
  /** The count of the owner's account; null for kinds counted by endpoint, and until the endpoint is confirmed. */
  usage: MonthCount | null
  now: Date
}

/**
 * Returns true when the endpoint uses the monthly quota of its owner's plan, false while it uses its lifetime allowance.
 * A form has a quota of its own from the claim on. Kinds that share the quota of the account use it only once confirmed:
 * a stranger who knows an address must not use up its month through endpoints that a mail scanner claims.
 */
export function usesPlanQuota(endpoint: EndpointFacts): boolean {
  if (endpoint.claimedAt === null) return false
  return getKindRules(endpoint).countedBy === 'endpoint' || isConfirmed(endpoint)
}

/** Returns true when what the endpoint accepts counts against the account of its owner. */
export function isCountedByAccount(endpoint: EndpointFacts): boolean {
  return usesPlanQuota(endpoint) && getKindRules(endpoint).countedBy === 'account'
}

/** Returns the refusal of an endpoint that accepts nothing at `now`; null when it accepts. */
export function checkState(input: QuotaInput): Refusal | null {
  const { endpoint, now } = input
  switch (getPublicState(endpoint, now)) {
    case 'expired':
      return { code: 'endpoint_expired' }
    case 'retired':
      return { code: 'endpoint_retired' }
    case 'suspended':
      return { code: 'endpoint_suspended' }
    case 'frozen':
      return toQuotaRefusal(input)
    case 'claimed':
      return remainingQuota(input) > 0 ? null : toQuotaRefusal(input)
    case 'unclaimed':
      return null
  }
}

/** Returns the refusal of an endpoint whose quota or lifetime allowance is used up. */
export function toQuotaRefusal({ endpoint, plan, usage, now }: QuotaInput): Refusal {
  const { quotaCode: code, frozenCode, getQuota } = getKindRules(endpoint)
  // No Retry-After: waiting does not help, only the recipient does.
  if (!usesPlanQuota(endpoint)) return { code: frozenCode }
  // With a quota of 0, waiting for the next month does not help.
  if (plan && getQuota(plan) === 0) return { code }
  const resetsAt = getQuotaReset(usage ?? getMonthCount(endpoint), now)
  return { code, retryAfterSeconds: secondsUntil(resetsAt, now) }
}

/** Returns the end of the counted month, which is later than the current one if the clock went back. */
function getQuotaReset({ month }: MonthCount, now: Date): Date {
  const current = toMonth(now)
  return monthEnd(month !== null && month > current ? month : current)
}

/** Returns how many more the endpoint accepts now, under its lifetime allowance or its owner's quota; Infinity: unlimited. */
export function remainingQuota({ endpoint, plan, usage, now }: QuotaInput): number {
  const rules = getKindRules(endpoint)
  if (!usesPlanQuota(endpoint)) return Math.max(0, rules.unclaimedCap - endpoint.acceptedCount)
  const quota = plan ? rules.getQuota(plan) : null
  if (quota === null) return Infinity
  return Math.max(0, quota - countInMonth(usage ?? getMonthCount(endpoint), toMonth(now)))
}

type AcceptedCount = {
  endpoint: EndpointFacts
  /** The new count of the account; null when none was given. */
  usage: MonthCount | null
  /** true: this is the first one, which triggers the claim email. */
  first: boolean
  /** Count against the quota of the month before and after; equal while it uses its lifetime allowance. */
  counted: { before: number; after: number }
}

/** Returns the endpoint and its counters after it accepted `count` (≥ 1) at `now`, within its quota. */
export function countAccepted(input: Omit<QuotaInput, 'plan'>, count: number): AcceptedCount {
  const { endpoint, usage, now } = input
  const last = endpoint.lastAcceptedAt
  const lastAcceptedAt = last && last > now ? last : now
  const acceptedCount = endpoint.acceptedCount + count
  if (!usesPlanQuota(endpoint)) {
    const first = endpoint.claimedAt === null && endpoint.claimEmailAt === null
    const claimEmailAt = first ? now : endpoint.claimEmailAt
    return {
      endpoint: { ...endpoint, lastAcceptedAt, acceptedCount, claimEmailAt },
      usage,
      first,
      counted: { before: 0, after: 0 },
    }
  }
  const own = addToMonth(getMonthCount(endpoint), count, now)
  const { month: countedMonth, count: monthCount } = own
  const claimed = { ...endpoint, lastAcceptedAt, acceptedCount, countedMonth, monthCount }
  const earlier = usage ?? getMonthCount(endpoint)
  const after = usage ? addToMonth(usage, count, now) : own
  const counted = { before: countInMonth(earlier, toMonth(now)), after: after.count }
  return { endpoint: claimed, usage: usage && after, first: false, counted }
}

/** Returns the warning that an owner with this plan gets after these were accepted; null for none. */
export function getQuotaWarning(plan: Plan, accepted: AcceptedCount): QuotaWarning | null {
  const { endpoint, usage, counted } = accepted
  const month = usage ? usage.month : endpoint.countedMonth
  if (!usesPlanQuota(endpoint) || month === null) return null
  const { kind, getQuota } = getKindRules(endpoint)
  return decideQuotaWarning({ what: kind, ...counted, quota: getQuota(plan), month })
}

/** Returns the count of the endpoint itself. */
export function getMonthCount(endpoint: EndpointFacts): MonthCount {
  return { month: endpoint.countedMonth, count: endpoint.monthCount }
}

/** Returns the count within this month, or within a later one if the clock went back. */
export function countInMonth({ month, count }: MonthCount, now: string): number {
  return month !== null && month >= now ? count : 0
}

function addToMonth(earlier: MonthCount, count: number, now: Date): MonthCount {
  const month = toMonth(now)
  // A clock that goes back across the end of a month must not start a second quota.
  const counted = earlier.month !== null && earlier.month > month ? earlier.month : month
  return { month: counted, count: countInMonth(earlier, month) + count }
}

import type { EndpointScope } from '../accounts/scope.ts'
import type { Plan } from '../plans/plan.ts'
import type { RefusalCode } from '../refusal.ts'

/** Kind of endpoint: it accepts submissions, events or messages. */
export type EndpointKind = 'form' | 'telemetry' | 'queue'

/** Kinds of endpoints that have keys of their own. */
export type KeyedKind = Exclude<EndpointKind, 'form'>

/** Place where a month's usage is counted against the quota. */
export type Counter = 'endpoint' | 'account'

/** Rules that differ between the kinds of endpoints; all others are the same for every kind. */
export type KindRules = {
  kind: EndpointKind
  /** First part of its ids, before the underscore, and of its addresses: `{base}/f/f_…`. */
  idPrefix: 'f' | 't' | 'q'
  /** Scopes that an endpoint key can have; the first key has all of them. null: endpoints of this kind have no keys. */
  keyScopes: readonly EndpointScope[] | null
  /** Maximum number that an unclaimed endpoint accepts in its life. */
  unclaimedCap: number
  countedBy: Counter
  /** Returns the monthly quota of a plan; null: unlimited. */
  getQuota(plan: Plan): number | null
  /** Refusal while the endpoint is frozen. */
  frozenCode: RefusalCode
  /** Refusal once the quota of the month is used up. */
  quotaCode: RefusalCode
}

import type { EndpointScope } from '../accounts/scope.ts'
import type { Plan } from '../plans/plan.ts'
import type { RefusalCode } from '../refusal.ts'

/** What people create: an endpoint that takes submissions, events or messages. */
export type EndpointKind = 'form' | 'telemetry' | 'queue'

/** Kinds of endpoints that have keys of their own. */
export type KeyedKind = Exclude<EndpointKind, 'form'>

/** Where what the endpoints of a kind take within a month is counted against its quota. */
export type Counter = 'endpoint' | 'account'

/** What one kind of endpoint has of its own; all else is the same for every kind. */
export type KindRules = {
  kind: EndpointKind
  /** What its ids begin with, before the underscore, and its addresses: `{base}/f/f_…`. */
  idPrefix: 'f' | 't' | 'q'
  /** What a key of one may do, and the first may all of; null for kinds whose endpoints have none. */
  keyScopes: readonly EndpointScope[] | null
  /** How many an unclaimed endpoint takes in its life. */
  unclaimedCap: number
  countedBy: Counter
  /** How many its counter may reach in a month; null: any number. */
  getQuota(plan: Plan): number | null
  /** Why a frozen one takes nothing. */
  frozenCode: RefusalCode
  /** Why one whose quota is used up takes nothing until the next month. */
  quotaCode: RefusalCode
}

import type { EndpointKind } from '../endpoints/kind.ts'
import { DAY, later } from '../time.ts'
import { monthEnd } from './plan.ts'

export type QuotaWarning = {
  /** Of what: submissions, events or messages. */
  what: EndpointKind
  percent: 80 | 100
  quota: number
  /** `2026-11`, UTC. */
  month: string
  /** When the count begins anew, as RFC 3339. */
  resetsAt: string
}

/** Percent of a quota of which the owner is warned. */
const WARNED_AT = 80
/** A warning that could not be sent for so long has become a nuisance, and emails are tried for five days. */
const WORTH_SENDING_DAYS = 7

/**
 * What the owner is warned of when the count of a month goes from `before` to `after`: once when it reaches 80 % of the
 * quota, rounded up, and once when it reaches the whole. Of both at once the second says it all. A count only grows
 * within its month, so each is said once. null: nothing, or the plan knows no limit.
 *
 * @param crossing.month the month that is counted, `2026-11`
 */
export function decideQuotaWarning(crossing: {
  what: EndpointKind
  before: number
  after: number
  quota: number | null
  month: string
}): QuotaWarning | null {
  const { what, before, after, quota, month } = crossing
  if (quota === null) return null
  const reaches = (count: number) => before < count && count <= after
  const percent = reaches(quota) ? 100 : reaches(Math.ceil((quota * WARNED_AT) / 100)) ? WARNED_AT : null
  if (percent === null) return null
  return { what, percent, quota, month, resetsAt: monthEnd(month).toISOString() }
}

/** Until when the email that warns is worth sending: not beyond the month that it is about. */
export function warningExpiresAt(warning: QuotaWarning, now: Date): Date {
  const monthEnd = new Date(warning.resetsAt)
  const soon = later(now, WORTH_SENDING_DAYS * DAY)
  return monthEnd < soon ? monthEnd : soon
}

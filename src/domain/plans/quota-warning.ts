import type { EndpointKind } from '../endpoints/kind.ts'
import { DAY, later } from '../time.ts'
import { monthEnd } from './plan.ts'

export type QuotaWarning = {
  /** Counted items: submissions, events or messages. */
  what: EndpointKind
  percent: 80 | 100
  quota: number
  /** `2026-11`, UTC. */
  month: string
  /** Time at which the next month's quota begins, RFC 3339. */
  resetsAt: string
}

/** Percentage of a quota at which the owner is warned. */
const WARNING_PERCENT = 80
/** Days after which a warning that could not be sent is dropped; emails are retried for five days. */
const WARNING_DAYS = 7

/**
 * Decides the warning when the count of a month goes from `before` to `after`: one at 80 % of the quota, rounded up, and
 * one at 100 %; only the second when both are reached at once. A count only grows within its month, so each is sent once.
 * null: no warning, or no limit.
 *
 * @param crossing.month the counted month, `2026-11`
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
  const isReached = (count: number) => before < count && count <= after
  const percent = isReached(quota)
    ? 100
    : isReached(Math.ceil((quota * WARNING_PERCENT) / 100))
      ? WARNING_PERCENT
      : null
  if (percent === null) return null
  return { what, percent, quota, month, resetsAt: monthEnd(month).toISOString() }
}

/** Returns the time after which the warning is no longer sent: at the latest the end of its month. */
export function warningExpiresAt(warning: QuotaWarning, now: Date): Date {
  const monthEnd = new Date(warning.resetsAt)
  const soon = later(now, WARNING_DAYS * DAY)
  return monthEnd < soon ? monthEnd : soon
}

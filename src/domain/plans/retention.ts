import { DAY, later } from '../time.ts'

/** Days between the email that announces a shorter retention and the first deletion that follows from it. */
export const RETENTION_NOTICE_DAYS = 7

/** Number of days for which submissions and telemetry are kept. */
export type RetentionDays = { submissions: number; telemetry: number }

/** The longer retention that still applies until a date, after a plan with a shorter one. */
export type ExtendedRetention = RetentionDays & { until: Date }

/** Returns the retention of a plan. */
export function getPlanRetention(plan: {
  submissionRetentionDays: number
  telemetryRetentionDays: number
}): RetentionDays {
  return { submissions: plan.submissionRetentionDays, telemetry: plan.telemetryRetentionDays }
}

/** Returns the retention of an account at `now`: that of its plan, or a longer one during the notice period. */
export function effectiveRetention(
  plan: RetentionDays,
  extendedRetention: ExtendedRetention | null,
  now: Date,
): RetentionDays {
  return extendedRetention && now < extendedRetention.until ? longest(plan, extendedRetention) : plan
}

/**
 * Returns the longer retention that still applies after a change of the plan at `now`; null when the change shortens
 * nothing. One from an earlier change is included, so that nothing is deleted before the newest notice ends.
 */
export function retentionAfterChange(change: {
  before: RetentionDays
  extendedRetention: ExtendedRetention | null
  after: RetentionDays
  now: Date
}): ExtendedRetention | null {
  const { after, now } = change
  const had = effectiveRetention(change.before, change.extendedRetention, now)
  if (after.submissions >= had.submissions && after.telemetry >= had.telemetry) return null
  return { ...longest(had, after), until: later(now, RETENTION_NOTICE_DAYS * DAY) }
}

function longest(one: RetentionDays, other: RetentionDays): RetentionDays {
  return {
    submissions: Math.max(one.submissions, other.submissions),
    telemetry: Math.max(one.telemetry, other.telemetry),
  }
}

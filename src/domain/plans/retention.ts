import { DAY, later } from '../time.ts'

/** Days between the email that an account will keep less, and the first deletion that follows from it. */
export const RETENTION_NOTICE_DAYS = 7

/** For how many days what comes in is kept. */
export type RetentionDays = { submissions: number; telemetry: number }

/** What an account kept before it was to keep less: it still does until then. */
export type ExtendedRetention = RetentionDays & { until: Date }

/** What a plan keeps. */
export function getPlanRetention(plan: {
  submissionRetentionDays: number
  telemetryRetentionDays: number
}): RetentionDays {
  return { submissions: plan.submissionRetentionDays, telemetry: plan.telemetryRetentionDays }
}

/** What an account keeps at `now`: what its plan does, or longer while the notice of less runs. */
export function effectiveRetention(
  plan: RetentionDays,
  longer: ExtendedRetention | null,
  now: Date,
): RetentionDays {
  return longer && now < longer.until ? longest(plan, longer) : plan
}

/**
 * What an account still keeps for a while after a change of its plan at `now`; null when the change takes nothing away.
 * What it kept longer from an earlier change goes on meanwhile, so that nothing is deleted before the newest notice ends.
 */
export function retentionAfterChange(change: {
  before: RetentionDays
  longer: ExtendedRetention | null
  after: RetentionDays
  now: Date
}): ExtendedRetention | null {
  const { after, now } = change
  const had = effectiveRetention(change.before, change.longer, now)
  if (after.submissions >= had.submissions && after.telemetry >= had.telemetry) return null
  return { ...longest(had, after), until: later(now, RETENTION_NOTICE_DAYS * DAY) }
}

function longest(one: RetentionDays, other: RetentionDays): RetentionDays {
  return {
    submissions: Math.max(one.submissions, other.submissions),
    telemetry: Math.max(one.telemetry, other.telemetry),
  }
}

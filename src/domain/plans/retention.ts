import { DAY, later } from '../time.ts'

/** Days between the email that an account will keep less, and the first deletion that follows from it. */
export const SHRINK_NOTICE_DAYS = 7

/** For how many days what comes in is kept. */
export type KeptDays = { submissions: number; telemetry: number }

/** What an account kept before it was to keep less: it still does until then. */
export type KeptLonger = KeptDays & { until: Date }

/** What a plan keeps. */
export function keptBy(plan: { submissionRetentionDays: number; telemetryRetentionDays: number }): KeptDays {
  return { submissions: plan.submissionRetentionDays, telemetry: plan.telemetryRetentionDays }
}

/** What an account keeps at `now`: what its plan does, or longer while the notice of less runs. */
export function keptAt(plan: KeptDays, longer: KeptLonger | null, now: Date): KeptDays {
  return longer && now < longer.until ? longest(plan, longer) : plan
}

/**
 * What an account still keeps for a while after a change of its plan at `now`; null when the change takes nothing away.
 * What it kept longer from an earlier change goes on meanwhile, so that nothing is deleted before the newest notice ends.
 */
export function keptAfterChange(change: {
  before: KeptDays
  longer: KeptLonger | null
  after: KeptDays
  now: Date
}): KeptLonger | null {
  const { after, now } = change
  const had = keptAt(change.before, change.longer, now)
  if (after.submissions >= had.submissions && after.telemetry >= had.telemetry) return null
  return { ...longest(had, after), until: later(now, SHRINK_NOTICE_DAYS * DAY) }
}

function longest(one: KeptDays, other: KeptDays): KeptDays {
  return {
    submissions: Math.max(one.submissions, other.submissions),
    telemetry: Math.max(one.telemetry, other.telemetry),
  }
}

import type { Plan } from '../../domain/plans/plan.ts'
import { SUBMIT_BURST } from '../../domain/submissions/submit-rate.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'

/** Returns the limits of this instance as sentences; a limit that is turned off is left out. */
export function limitSentences(deps: Pick<HttpDeps, 'terms' | 'submitPerMinute'>): {
  creations: string
  submissions: string
} {
  const { perHour, spacingMs } = deps.terms.creationLimits
  const creations = [
    ...(perHour > 0 ? [`${perHour} an hour`] : []),
    ...(spacingMs > 0 ? [`one every ${spacingMs / SECOND} seconds`] : []),
  ]
  return {
    creations: creations.length > 0 ? `Creations: ${creations.join(' and ')} for one client address.` : '',
    submissions:
      deps.submitPerMinute > 0
        ? `Submissions: bursts of ${SUBMIT_BURST}, then ${deps.submitPerMinute} a minute for one client address and endpoint.`
        : '',
  }
}

/** Returns the quota of the default plan as part of a sentence. */
export function quotaAfterClaim(deps: Pick<HttpDeps, 'terms'>): string {
  const { plans, defaultPlan } = deps.terms
  const quota = plans[defaultPlan]?.submissionsPerMonth ?? null
  return quota === null ? 'without a monthly quota at first' : `${quota} submissions a month at first`
}

/** Maximum number of plans in the text. */
const MAX_PLANS = 3

/** Returns the plans of this instance, one per line; the default plan comes first. */
export function planLines({ terms }: Pick<HttpDeps, 'terms'>): string[] {
  const { plans, defaultPlan } = terms
  const first = plans[defaultPlan]
  const others = Object.values(plans).filter((plan) => plan !== first)
  return [...(first ? [first] : []), ...others].slice(0, MAX_PLANS).map(planLine)
}

function planLine(plan: Plan): string {
  const quota = (number: number | null) => number ?? 'any'
  const { submissionRetentionDays: submissions, telemetryRetentionDays: events } = plan
  return `${plan.name}: ${quota(plan.submissionsPerMonth)} submissions (kept ${submissions} days), ${quota(plan.telemetryEventsPerMonth)} events (${events} days), ${quota(plan.queueMessagesPerMonth)} messages`
}

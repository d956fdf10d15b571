import { SUBMIT_BURST } from '../../domain/submit-rate.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpParts } from '../parts.ts'

/** The limits that this instance was started with, as sentences; one that is switched off is not told. */
export function limitSentences(parts: Pick<HttpParts, 'terms' | 'submitPerMinute'>): {
  creations: string
  submissions: string
} {
  const { perHour, spacingMs } = parts.terms.creationLimits
  const creations = [
    ...(perHour > 0 ? [`${perHour} an hour`] : []),
    ...(spacingMs > 0 ? [`one every ${spacingMs / SECOND} seconds`] : []),
  ]
  return {
    creations: creations.length > 0 ? `Creations: ${creations.join(' and ')} for one client address.` : '',
    submissions:
      parts.submitPerMinute > 0
        ? `Submissions: bursts of ${SUBMIT_BURST}, then ${parts.submitPerMinute} a minute for one client address and endpoint.`
        : '',
  }
}

/** What the plan of a new owner gives, as half a sentence. */
export function quotaAfterClaim(parts: Pick<HttpParts, 'terms'>): string {
  const { plans, defaultPlan } = parts.terms
  const quota = plans[defaultPlan]?.submissionsPerMonth ?? null
  return quota === null ? 'without a monthly quota at first' : `${quota} submissions a month at first`
}

import type { AccountLimit } from '../accounts/account-limit.ts'
import { activeDestinations, destinationOf } from '../destinations/destination.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import { HOUR, later, secondsUntil } from '../time.ts'

/** Emails about one submission, re-sends among them: as many as one slot of keys holds. */
export const EMAILS_OF_SUBMISSION = 15
/** Emails about one submission that are sent again within any hour. */
export const RESENDS_PER_HOUR = 10
/** Emails of one account that are sent again, counted by each node. */
export const RESENDS_OF_ACCOUNT: AccountLimit = { times: 100, span: HOUR }

/** What became of an email about a submission. `held`: it waits for the email budget of its mailbox. */
export type DeliveryState = 'waiting' | 'held' | SettledState
type SettledState = 'delivered' | 'bounced' | 'given_up' | 'suppressed'
/** What became of the emails about a submission, in one word. */
export type EmailState = 'waiting' | SettledState

/** An email about a submission, as far as rules care. */
export type SentEmail = {
  /** Which email about its submission it is: 0 is the first. */
  place: number
  /** The destination it goes to; null: the recipient. */
  destination: string | null
  createdAt: Date
  state: DeliveryState
}

/** The worst first: what an owner should look at before all else. */
const TELLING: readonly EmailState[] = ['waiting', 'bounced', 'given_up', 'delivered', 'suppressed']

/**
 * One word for all emails about a submission: of those to the same mailbox the newest counts, and of the mailboxes the
 * one that needs its owner most. Null without emails.
 */
export function emailState(emails: readonly SentEmail[]): EmailState | null {
  const newest = new Map<string | null, EmailState>()
  for (const { destination, state } of emails.toSorted((one, other) => one.place - other.place)) {
    newest.set(destination, state === 'held' ? 'waiting' : state)
  }
  const states = [...newest.values()]
  return TELLING.find((state) => states.includes(state)) ?? null
}

export type ResendDecision =
  | { kind: 'refused'; refusal: Refusal }
  /** `place`: which email about its submission it becomes. */
  | { kind: 'resent'; place: number }

/**
 * Whether a submission is sent once more to its recipient, or to one destination.
 *
 * @param request.emails all there are about this submission
 */
export function decideResend(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  emails: readonly SentEmail[]
  /** Null: the recipient. */
  destination: string | null
  now: Date
}): ResendDecision {
  const { emails, destination, now } = request
  const unwanted = refusalOfReader(request)
  if (unwanted) return refused(unwanted)
  const there = emails.filter((email) => email.destination === destination)
  if (there.some(({ state }) => state === 'waiting' || state === 'held')) {
    return refused({ code: 'email_waiting' })
  }
  const place = Math.max(0, ...emails.map((email) => email.place)) + 1
  if (place >= EMAILS_OF_SUBMISSION) {
    const message = `This submission has already been sent in ${EMAILS_OF_SUBMISSION} emails, which is the limit.`
    return refused({ code: 'limit_reached', message })
  }
  const recent = resendsIn(emails)
    .filter((at) => now.getTime() - at.getTime() < HOUR)
    .sort((one, other) => one.getTime() - other.getTime())
  const oldest = recent.at(-RESENDS_PER_HOUR)
  if (!oldest) return { kind: 'resent', place }
  return refused({ code: 'resend_rate', retryAfterSeconds: secondsUntil(later(oldest, HOUR), now) })
}

/** When emails were made that were not the first to their mailbox. */
function resendsIn(emails: readonly SentEmail[]): Date[] {
  const known = new Set<string | null>()
  return emails
    .toSorted((one, other) => one.place - other.place)
    .filter(({ destination }) => {
      const again = known.has(destination)
      known.add(destination)
      return again
    })
    .map((email) => email.createdAt)
}

function refusalOfReader(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  destination: string | null
}): Refusal | null {
  const { endpoint, plan, destination } = request
  if (endpoint.retiredAt) return { code: 'endpoint_retired' }
  if (destination === null) return endpoint.mailStoppedAt ? { code: 'emails_stopped' } : null
  const known = destinationOf(endpoint, destination)
  if (!known) return { code: 'destination_not_found' }
  if (!known.confirmedAt) return { code: 'destination_unconfirmed' }
  const active = activeDestinations(endpoint, plan)
  return active.some((one) => one.id === destination) ? null : { code: 'plan_needed' }
}

function refused(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal }
}

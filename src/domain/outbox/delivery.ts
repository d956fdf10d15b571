import type { AccountLimit } from '../accounts/account-limit.ts'
import { activeDestinations, destinationOf } from '../destinations/destination.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import { HOUR, later, secondsUntil } from '../time.ts'

/** Letters about one submission, re-sends among them: as many as one slot of keys holds. */
export const LETTERS_OF_SUBMISSION = 15
/** Letters about one submission that are sent again within any hour. */
export const RESENDS_PER_HOUR = 10
/** Letters of one account that are sent again, counted by each node. */
export const RESENDS_OF_ACCOUNT: AccountLimit = { times: 100, span: HOUR }

/** What became of a letter about a submission. `held`: it waits for the letter budget of its mailbox. */
export type DeliveryState = 'waiting' | 'held' | SettledState
type SettledState = 'delivered' | 'bounced' | 'given_up' | 'suppressed'
/** What became of the letters about a submission, in one word. */
export type LetterState = 'waiting' | SettledState

/** A letter about a submission, as far as rules care. */
export type SentLetter = {
  /** Which letter about its submission it is: 0 is the first. */
  place: number
  /** The destination it goes to; null: the recipient. */
  destination: string | null
  createdAt: Date
  state: DeliveryState
}

/** The worst first: what an owner should look at before all else. */
const TELLING: readonly LetterState[] = ['waiting', 'bounced', 'given_up', 'delivered', 'suppressed']

/**
 * One word for all letters about a submission: of those to the same mailbox the newest counts, and of the mailboxes the
 * one that needs its owner most. Null without letters.
 */
export function letterState(letters: readonly SentLetter[]): LetterState | null {
  const newest = new Map<string | null, LetterState>()
  for (const { destination, state } of letters.toSorted((one, other) => one.place - other.place)) {
    newest.set(destination, state === 'held' ? 'waiting' : state)
  }
  const states = [...newest.values()]
  return TELLING.find((state) => states.includes(state)) ?? null
}

export type ResendDecision =
  | { kind: 'refused'; refusal: Refusal }
  /** `place`: which letter about its submission it becomes. */
  | { kind: 'resent'; place: number }

/**
 * Whether a submission is sent once more to its recipient, or to one destination.
 *
 * @param request.letters all there are about this submission
 */
export function decideResend(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  letters: readonly SentLetter[]
  /** Null: the recipient. */
  destination: string | null
  now: Date
}): ResendDecision {
  const { letters, destination, now } = request
  const unwanted = refusalOfReader(request)
  if (unwanted) return refused(unwanted)
  const there = letters.filter((letter) => letter.destination === destination)
  if (there.some(({ state }) => state === 'waiting' || state === 'held')) {
    return refused({ code: 'letter_waiting' })
  }
  const place = Math.max(0, ...letters.map((letter) => letter.place)) + 1
  if (place >= LETTERS_OF_SUBMISSION) {
    const message = `This submission has been sent as often as it can be: in ${LETTERS_OF_SUBMISSION} letters.`
    return refused({ code: 'limit_reached', message })
  }
  const recent = resendsIn(letters)
    .filter((at) => now.getTime() - at.getTime() < HOUR)
    .sort((one, other) => one.getTime() - other.getTime())
  const oldest = recent.at(-RESENDS_PER_HOUR)
  if (!oldest) return { kind: 'resent', place }
  return refused({ code: 'resend_rate', retryAfterSeconds: secondsUntil(later(oldest, HOUR), now) })
}

/** When letters were made that were not the first to their mailbox. */
function resendsIn(letters: readonly SentLetter[]): Date[] {
  const known = new Set<string | null>()
  return letters
    .toSorted((one, other) => one.place - other.place)
    .filter(({ destination }) => {
      const again = known.has(destination)
      known.add(destination)
      return again
    })
    .map((letter) => letter.createdAt)
}

function refusalOfReader(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  destination: string | null
}): Refusal | null {
  const { endpoint, plan, destination } = request
  if (endpoint.retiredAt) return { code: 'endpoint_retired' }
  if (destination === null) return endpoint.mailStoppedAt ? { code: 'letters_stopped' } : null
  const known = destinationOf(endpoint, destination)
  if (!known) return { code: 'destination_not_found' }
  if (!known.confirmedAt) return { code: 'destination_unconfirmed' }
  const active = activeDestinations(endpoint, plan)
  return active.some((one) => one.id === destination) ? null : { code: 'plan_needed' }
}

function refused(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal }
}

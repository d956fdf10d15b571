import {
  findDestination,
  getDestinationState,
  getsSubmissions,
  listActiveDestinations,
  refuseByPlan,
} from '../destinations/destination.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { Plan } from '../plans/plan.ts'
import { type Refusal, type Refused, refused } from '../refusal.ts'
import type { WindowLimit } from '../sliding-window.ts'
import { HOUR, later, secondsUntil } from '../time.ts'

/** Deliveries of one submission, re-sends included: one slot of keys holds no more. */
export const MAX_DELIVERIES_PER_SUBMISSION = 20
/** Re-sends of one submission within any hour. */
export const RESENDS_PER_HOUR = 10
/** Re-sends of one account, counted by each node. */
export const RESENDS_PER_ACCOUNT: WindowLimit = { times: 100, span: HOUR }

/**
 * The state of a delivery in one word. `queued`: no attempt has failed yet. `delayed`: an attempt failed and another one
 * follows. `held`: it waits for the rate limit of its target, or for the times of its form. `sent`: the other side accepted it. `kept`: it is in the
 * embedded mailbox. `bounced`: a mail server returned the email, or refused it for good. `failed`: given up, or refused for good
 * over HTTP. `suppressed`: nobody wants it any more.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** All states, what an owner should know first at the head: deliveries that are not over, then failures. */
export const DELIVERY_STATES = [
  'delayed',
  'held',
  'queued',
  'bounced',
  'failed',
  'sent',
  'kept',
  'suppressed',
] as const

/** A delivery of a submission, as far as rules care. */
export type SubmissionDelivery = {
  /** Number of the delivery among those of its submission: 0 is the first. */
  ordinal: number
  /** Id of the destination; null for the recipient. */
  destination: string | null
  createdAt: Date
  state: DeliveryState
}

/**
 * Summarizes the deliveries of a submission in one state: the newest counts for each destination, and of those the
 * first of `DELIVERY_STATES`. Null without deliveries.
 */
export function summarizeDeliveries(deliveries: readonly SubmissionDelivery[]): DeliveryState | null {
  const newest = new Map<string | null, DeliveryState>()
  for (const { destination, state } of deliveries.toSorted((one, other) => one.ordinal - other.ordinal)) {
    newest.set(destination, state)
  }
  const states = [...newest.values()]
  return DELIVERY_STATES.find((state) => states.includes(state)) ?? null
}

/** Returns true while a delivery is not over. */
export function isPending(state: DeliveryState): boolean {
  return state === 'queued' || state === 'delayed' || state === 'held'
}

type ResendDecision =
  | Refused
  /** `ordinal`: its number among the deliveries of the submission. */
  | { kind: 'resent'; ordinal: number }

/**
 * Decides whether a submission is resent to its recipient or to one destination.
 *
 * @param request.deliveries all deliveries of the submission
 */
export function decideResend(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  deliveries: readonly SubmissionDelivery[]
  /** Null for the recipient. */
  destination: string | null
  now: Date
}): ResendDecision {
  const { deliveries, destination, now } = request
  const unwanted = refuseResend(request)
  if (unwanted) return refused(unwanted)
  const earlier = deliveries.filter((delivery) => delivery.destination === destination)
  if (earlier.some(({ state }) => isPending(state))) return refused({ code: 'email_waiting' })
  const ordinal = Math.max(0, ...deliveries.map((delivery) => delivery.ordinal)) + 1
  if (ordinal >= MAX_DELIVERIES_PER_SUBMISSION) {
    const message = `This submission already has ${MAX_DELIVERIES_PER_SUBMISSION} deliveries, which is the limit.`
    return refused({ code: 'limit_reached', message })
  }
  const recent = listResendTimes(deliveries)
    .filter((at) => now.getTime() - at.getTime() < HOUR)
    .sort((one, other) => one.getTime() - other.getTime())
  const oldest = recent.at(-RESENDS_PER_HOUR)
  if (!oldest) return { kind: 'resent', ordinal }
  return refused({ code: 'resend_rate', retryAfterSeconds: secondsUntil(later(oldest, HOUR), now) })
}

/** Lists when deliveries were made that were not the first to their destination. */
function listResendTimes(deliveries: readonly SubmissionDelivery[]): Date[] {
  const known = new Set<string | null>()
  return deliveries
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .filter(({ destination }) => {
      const again = known.has(destination)
      known.add(destination)
      return again
    })
    .map((delivery) => delivery.createdAt)
}

/** Returns why nothing is sent again to a destination of the endpoint; null when it is. */
export function refuseResend(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  destination: string | null
}): Refusal | null {
  const { endpoint, plan, destination } = request
  if (endpoint.retiredAt) return { code: 'endpoint_retired' }
  if (destination === null) return endpoint.mailStoppedAt ? { code: 'emails_stopped' } : null
  const known = findDestination(endpoint, destination)
  if (!known) return { code: 'destination_not_found' }
  const state = getDestinationState(known)
  if (state !== 'confirmed' && state !== 'active') return { code: `destination_${state}` }
  if (!getsSubmissions(known)) {
    const message = 'This destination gets no submissions. Add submission.created to its events first.'
    return { code: 'value_invalid', field: 'destination_id', message }
  }
  const active = listActiveDestinations(endpoint, plan)
  return active.some((one) => one.id === destination) ? null : refuseByPlan(endpoint, plan)
}

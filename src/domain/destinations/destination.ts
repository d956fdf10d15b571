import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { getKindRules } from '../endpoints/kinds.ts'
import type { EndpointSettings } from '../endpoints/settings.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import type { Destination, EmailDestination, WebDestination } from './destination-kinds.ts'

/** A queue posts its messages to one webhook, on every plan. */
export const MAX_QUEUE_DESTINATIONS = 1
/** Upper limit for plans: the deliveries of a submission and its re-sends share one slot of keys. */
export const MAX_DESTINATIONS = 10

/**
 * The state of a destination in one word. Email: `unconfirmed`, its owner has not confirmed it; `confirmed`, it gets
 * submissions; `stopped`, its owner stopped its emails, and nobody else can start them again. All others: `untested`, no test
 * was answered; `active`, it gets its events; `disabled`, by the owner or after failures.
 */
export type DestinationState = (typeof DESTINATION_STATES)[number]

export const DESTINATION_STATES = [
  'unconfirmed',
  'confirmed',
  'stopped',
  'untested',
  'active',
  'disabled',
] as const

/** Returns the state of a destination. */
export function getDestinationState(destination: Destination): DestinationState {
  return destination.kind === 'email' ? getEmailState(destination) : getWebState(destination)
}

/** Returns the state of a destination that is not email. */
export function getWebState({ disabled, provenAt }: WebDestination): 'untested' | 'active' | 'disabled' {
  if (disabled) return 'disabled'
  return provenAt ? 'active' : 'untested'
}

export type EmailDestinationState = 'unconfirmed' | 'confirmed' | 'stopped'

/** Returns the state of an email destination. */
export function getEmailState({ confirmedAt, stoppedAt }: EmailDestination): EmailDestinationState {
  if (stoppedAt) return 'stopped'
  return confirmedAt ? 'confirmed' : 'unconfirmed'
}

/** Returns true for a destination that gets the submissions of its endpoint, as soon as its owner has agreed. */
export function getsSubmissions(destination: Destination): boolean {
  return destination.kind === 'email' || destination.events.includes('submission.created')
}

/** Returns true for a destination whose owner has agreed to what it gets. */
export function isAgreed(destination: Destination): boolean {
  const state = getDestinationState(destination)
  return state === 'confirmed' || state === 'active'
}

/**
 * Counts the destinations that a plan allows an endpoint. Each plan delivers to one place at least: to the recipient, or to one
 * destination instead while the emails to the recipient are turned off.
 */
export function countAllowed(endpoint: EndpointFacts, plan: Plan | null): number {
  if (plan === null) return 0
  if (isQueue(endpoint)) return MAX_QUEUE_DESTINATIONS
  return Math.max(plan.destinations, endpoint.mailStoppedAt ? 1 : 0)
}

/** Returns true for a queue, whose one destination gets its messages and no events. */
export function isQueue(endpoint: EndpointFacts): boolean {
  return getKindRules(endpoint).kind === 'queue'
}

/** Returns the settings with one destination replaced; unchanged when it has none with this id. */
export function replaceDestination<Kind extends Destination>(
  settings: EndpointSettings,
  id: string,
  replace: (destination: Kind) => Destination,
): EndpointSettings {
  const destinations = settings.destinations.map((one) => (one.id === id ? replace(one as Kind) : one))
  return { ...settings, destinations }
}

/** Returns the settings with another destination. */
export function addDestination(settings: EndpointSettings, destination: Destination): EndpointSettings {
  return { ...settings, destinations: [...settings.destinations, destination] }
}

/** Returns the settings without this destination. */
export function removeDestination(settings: EndpointSettings, id: string): EndpointSettings {
  return { ...settings, destinations: settings.destinations.filter((destination) => destination.id !== id) }
}

/** Finds the destination of the endpoint with this id; null when it has none. */
export function findDestination({ settings }: EndpointFacts, id: string): Destination | null {
  return settings.destinations.find((destination) => destination.id === id) ?? null
}

/** Lists the destinations that get what they are for now: those that agreed, up to the limit of the plan. */
export function listActiveDestinations(endpoint: EndpointFacts, plan: Plan | null): readonly Destination[] {
  const { destinations } = endpoint.settings
  if (destinations.length === 0 || !plan || !endpoint.claimedAt || endpoint.retiredAt) return []
  return destinations.filter(isAgreed).slice(0, countAllowed(endpoint, plan))
}

/** Returns the refusal of a destination that the plan of the account does not include, with what it includes. */
export function refuseByPlan(endpoint: EndpointFacts, plan: Plan | null): Refusal {
  const allowed = countAllowed(endpoint, plan)
  const message =
    allowed === 0
      ? 'This plan delivers to the recipient, or to one destination instead while email_notifications is off.'
      : `This plan delivers to the first ${allowed === 1 ? 'destination' : `${allowed} destinations`} of an endpoint.`
  return { code: 'plan_needed', message }
}

import type { AccountLimit } from '../accounts/account-limit.ts'
import { mailboxIdentity } from '../accounts/mailbox.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { Destination, EndpointSettings } from '../endpoints/settings.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import { DAY, later, secondsUntil } from '../time.ts'

/** The most that a plan may allow: the emails of a submission and their re-sends share one slot of keys. */
export const MAX_DESTINATIONS = 10
/** Emails that ask a mailbox to confirm itself, over all endpoints and owners together. */
export const CONFIRMATIONS_PER_DAY = 3
/** Emails that one account has mailboxes asked by, counted by each node: who owns many endpoints must not ask a crowd. */
export const ASKED_BY_ACCOUNT: AccountLimit = { times: 30, span: DAY }
/** An email that asks for confirmation is not sent later than so many days after it was asked for. */
export const CONFIRMATION_DAYS = 3

/** What the owner of a mailbox has said, and what it was asked before. */
export type AskedMailbox = {
  /** Endpoints must not be made for it. */
  suppressed: boolean
  /** It does not want to be asked whether it takes emails of anybody's endpoints. */
  refusesConfirmations: boolean
  /** When emails that ask it were made within the last 24 hours, oldest first. */
  asked: readonly Date[]
}

export type DestinationDecision =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'asked'; settings: EndpointSettings }

/** Whether this mailbox may be added to those that get the emails of an endpoint. It gets nothing before it says yes itself. */
export function decideDestination(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  /** One plain address that `readRecipient` has read. */
  mailbox: string
  /** The id it is to have. */
  id: string
  asked: AskedMailbox
  now: Date
}): DestinationDecision {
  const { endpoint, plan, mailbox, id, now } = request
  const { settings } = endpoint
  const allowed = plan?.destinations ?? 0
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (allowed === 0) return refused({ code: 'plan_needed' })
  const known = [endpoint.recipient, ...settings.destinations.map((destination) => destination.mailbox)]
  if (known.some((other) => mailboxIdentity(other) === mailboxIdentity(mailbox))) {
    return refused({ code: 'destination_known', field: 'mailbox' })
  }
  if (settings.destinations.length >= allowed) return refused({ code: 'limit_reached' })
  const refusal = refusalToAsk(request.asked, now)
  if (refusal) return refused(refusal)
  const added: Destination = { id, mailbox, addedAt: now, confirmedAt: null }
  return { kind: 'asked', settings: { ...settings, destinations: [...settings.destinations, added] } }
}

/** Whether a mailbox that has not answered may be asked again. */
export function decideAskingAgain(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  id: string
  asked: AskedMailbox
  now: Date
}): { kind: 'refused'; refusal: Refusal } | { kind: 'asked'; destination: Destination } {
  const { endpoint, plan } = request
  const destination = destinationOf(endpoint, request.id)
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (!destination) return refused({ code: 'destination_not_found' })
  if ((plan?.destinations ?? 0) === 0) return refused({ code: 'plan_needed' })
  if (destination.confirmedAt) return refused({ code: 'destination_confirmed' })
  const refusal = refusalToAsk(request.asked, request.now)
  return refusal ? refused(refusal) : { kind: 'asked', destination }
}

/** The settings after a mailbox has said yes; the same again where it had. */
export function confirmedIn(settings: EndpointSettings, id: string, now: Date): EndpointSettings {
  const destinations = settings.destinations.map((destination) =>
    destination.id === id ? { ...destination, confirmedAt: destination.confirmedAt ?? now } : destination,
  )
  return { ...settings, destinations }
}

/** The settings without the destination with this id. */
export function removedFrom(settings: EndpointSettings, id: string): EndpointSettings {
  return { ...settings, destinations: settings.destinations.filter((destination) => destination.id !== id) }
}

/** The destination of the endpoint with this id; null when it has none. */
export function destinationOf({ settings }: EndpointFacts, id: string): Destination | null {
  return settings.destinations.find((destination) => destination.id === id) ?? null
}

/** The mailboxes that get the emails of an endpoint besides its recipient: those that said yes, as many as the plan allows. */
export function activeDestinations(endpoint: EndpointFacts, plan: Plan | null): readonly Destination[] {
  const { destinations } = endpoint.settings
  if (destinations.length === 0 || !plan || !endpoint.claimedAt || endpoint.retiredAt) return []
  return destinations.filter((destination) => destination.confirmedAt).slice(0, plan.destinations)
}

function refusalToAsk(mailbox: AskedMailbox, now: Date): Refusal | null {
  if (mailbox.suppressed || mailbox.refusesConfirmations) {
    return { code: 'mailbox_suppressed', field: 'mailbox' }
  }
  const recent = mailbox.asked.filter((at) => now.getTime() - at.getTime() < DAY)
  const oldest = recent.at(-CONFIRMATIONS_PER_DAY)
  if (!oldest) return null
  return { code: 'confirmation_rate', retryAfterSeconds: secondsUntil(later(oldest, DAY), now) }
}

function refused(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal }
}

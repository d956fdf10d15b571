import { mailboxIdentity } from '../accounts/mailbox.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { EndpointSettings } from '../endpoints/settings.ts'
import type { Plan } from '../plans/plan.ts'
import { type Refusal, type Refused, refused } from '../refusal.ts'
import type { WindowLimit } from '../sliding-window.ts'
import { DAY, later, secondsUntil } from '../time.ts'
import {
  addDestination,
  countAllowed,
  findDestination,
  refuseByPlan,
  replaceDestination,
} from './destination.ts'
import type { EmailDestination } from './destination-kinds.ts'

/** Confirmation emails to one address, from all endpoints and owners together. */
export const CONFIRMATIONS_PER_DAY = 3
/** Confirmation emails caused by one account, counted by each node: many endpoints must not reach a crowd. */
export const CONFIRMATIONS_PER_ACCOUNT: WindowLimit = { times: 30, span: DAY }
/** A confirmation email is sent within this time or not at all. */
export const CONFIRMATION_DAYS = 3

/** Facts about an email address that decide whether it may get a confirmation email. */
export type ConfirmationFacts = {
  /** Its owner declined endpoints made for it. */
  suppressed: boolean
  /** Its owner refused all further confirmation emails. */
  refusesConfirmations: boolean
  /** Times of its confirmation emails within the last 24 hours, oldest first. */
  confirmationsSent: readonly Date[]
}

type DestinationDecision = Refused | { kind: 'accepted'; settings: EndpointSettings }

/** Decides whether an email address may become a destination of an endpoint. It gets nothing before its owner confirms. */
export function decideEmailDestination(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  /** One plain address that `readRecipient` has read. */
  mailbox: string
  /** Id of the new destination. */
  id: string
  confirmationFacts: ConfirmationFacts
  now: Date
}): DestinationDecision {
  const { endpoint, plan, mailbox, id, now } = request
  const { settings } = endpoint
  const allowed = countAllowed(endpoint, plan)
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (allowed === 0) return refused(refuseByPlan(endpoint, plan))
  const known = [endpoint.recipient, ...listMailboxes(settings)]
  if (known.some((other) => mailboxIdentity(other) === mailboxIdentity(mailbox))) {
    return refused({ code: 'destination_known', field: 'email' })
  }
  if (settings.destinations.length >= allowed) return refused({ code: 'limit_reached' })
  const refusal = checkConfirmationLimits(request.confirmationFacts, now)
  if (refusal) return refused(refusal)
  const added: EmailDestination = {
    kind: 'email',
    id,
    mailbox,
    addedAt: now,
    confirmedAt: null,
    stoppedAt: null,
  }
  return { kind: 'accepted', settings: addDestination(settings, added) }
}

/** Decides whether an unconfirmed address may get another confirmation email. */
export function decideConfirmationResend(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  id: string
  confirmationFacts: ConfirmationFacts
  now: Date
}): Refused | { kind: 'accepted'; destination: EmailDestination } {
  const { endpoint, plan } = request
  const destination = findDestination(endpoint, request.id)
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (destination?.kind !== 'email') return refused({ code: 'destination_not_found' })
  if (countAllowed(endpoint, plan) === 0) return refused(refuseByPlan(endpoint, plan))
  if (destination.stoppedAt) return refused({ code: 'destination_stopped' })
  if (destination.confirmedAt) return refused({ code: 'destination_confirmed' })
  const refusal = checkConfirmationLimits(request.confirmationFacts, request.now)
  return refusal ? refused(refusal) : { kind: 'accepted', destination }
}

/** Returns the settings with this destination confirmed, also when it was stopped; repeatable. */
export function confirmDestination(settings: EndpointSettings, id: string, now: Date): EndpointSettings {
  return replaceDestination<EmailDestination>(settings, id, (destination) => ({
    ...destination,
    confirmedAt: destination.confirmedAt ?? now,
    stoppedAt: null,
  }))
}

/** Returns the settings with the emails to this destination stopped; repeatable. */
export function stopDestination(settings: EndpointSettings, id: string, now: Date): EndpointSettings {
  return replaceDestination<EmailDestination>(settings, id, (destination) => ({
    ...destination,
    confirmedAt: null,
    stoppedAt: destination.stoppedAt ?? now,
  }))
}

function listMailboxes({ destinations }: EndpointSettings): string[] {
  return destinations
    .filter((destination) => destination.kind === 'email')
    .map((destination) => destination.mailbox)
}

/** Refuses an email that asks the owner of an address whether they want more; null when it may be sent. */
export function checkConfirmationLimits(facts: ConfirmationFacts, now: Date): Refusal | null {
  if (facts.suppressed || facts.refusesConfirmations) {
    return { code: 'mailbox_suppressed', field: 'email' }
  }
  const recent = facts.confirmationsSent.filter((at) => now.getTime() - at.getTime() < DAY)
  const oldest = recent.at(-CONFIRMATIONS_PER_DAY)
  if (!oldest) return null
  return { code: 'confirmation_rate', retryAfterSeconds: secondsUntil(later(oldest, DAY), now) }
}

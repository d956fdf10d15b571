import { DAY, HOUR, later } from '../time.ts'
import { type EndpointFacts, isConfirmed } from './endpoint.ts'

/**
 * Days after a claim in which a link in an old email can still delete a confirmed endpoint, and in which a mail program
 * can delete one that nobody has confirmed.
 */
export const DECLINE_DAYS_AFTER_CLAIM = 30

/** Hours after "This wasn't me" in which it can be undone; the data of the endpoint is deleted after them. */
export const UNDO_DECLINE_HOURS = 24

type DeclineDecision =
  /** The endpoint is retired, its data is deleted later, and nobody can create another one for this mailbox. */
  | { kind: 'declined'; endpoint: EndpointFacts; undoUntil: Date }
  /** Declined before, and this can still be undone. */
  | { kind: 'already_declined'; undoUntil: Date }
  | AlreadyRetired
  /**
   * A mail program sent the request, and a person confirmed the endpoint or it was claimed long ago: its emails stop,
   * nothing is deleted.
   */
  | { kind: 'emails_stopped' }
  /** Claimed too long ago for a link in an old email to delete everything. */
  | { kind: 'too_late' }

/**
 * Decides "This wasn't me".
 *
 * @param request.oneClick a mail program sent the request (RFC 8058), not the button on our page, which says what it
 *   will delete
 */
export function decideDecline(request: {
  endpoint: EndpointFacts
  oneClick: boolean
  now: Date
}): DeclineDecision {
  const { endpoint, now } = request
  if (endpoint.retiredAt) {
    const undoUntil = getUndoEnd(endpoint, now)
    return undoUntil ? { kind: 'already_declined', undoUntil } : alreadyRetired(endpoint)
  }
  if (endpoint.claimedAt) {
    const isLate = now.getTime() - endpoint.claimedAt.getTime() >= DECLINE_DAYS_AFTER_CLAIM * DAY
    if (request.oneClick && (isConfirmed(endpoint) || isLate)) {
      return { kind: 'emails_stopped' }
    }
    if (isLate && isConfirmed(endpoint)) return { kind: 'too_late' }
  }
  const declined = { ...endpoint, retiredAt: now, declinedAt: now }
  return { kind: 'declined', endpoint: declined, undoUntil: later(now, UNDO_DECLINE_HOURS * HOUR) }
}

type UndoDecision =
  /** The endpoint is as it was before it was declined. */
  | { kind: 'restored'; endpoint: EndpointFacts }
  /** It is not declined, perhaps because this was undone before. */
  | { kind: 'not_retired' }
  | AlreadyRetired

/** Decides to undo "This wasn't me". */
export function decideUndoDecline(endpoint: EndpointFacts, now: Date): UndoDecision {
  if (!endpoint.retiredAt) return { kind: 'not_retired' }
  if (!getUndoEnd(endpoint, now)) return alreadyRetired(endpoint)
  return { kind: 'restored', endpoint: { ...endpoint, retiredAt: null, declinedAt: null } }
}

/** Returns the time until which declining the endpoint can be undone; null when it was not declined, or later. */
export function getUndoEnd(endpoint: EndpointFacts, now: Date): Date | null {
  // Without a recipient its account was deleted meanwhile.
  if (!endpoint.declinedAt || endpoint.purgedAt || endpoint.recipient === '') return null
  const end = later(endpoint.declinedAt, UNDO_DECLINE_HOURS * HOUR)
  return now < end ? end : null
}

/** `final`: declined too long ago to undo it. `already_retired`: retired by its owner. */
type AlreadyRetired = { kind: 'final' | 'already_retired' }

function alreadyRetired(endpoint: EndpointFacts): AlreadyRetired {
  return { kind: endpoint.declinedAt ? 'final' : 'already_retired' }
}

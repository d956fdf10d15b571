import { DAY } from '../time.ts'
import { isConfirmed } from './confirmation.ts'
import type { EndpointFacts } from './endpoint.ts'

/**
 * Days after a claim in which a link in an old email can still delete a confirmed endpoint, and in which a mail program
 * can delete one that nobody has confirmed.
 */
export const DECLINE_DAYS_AFTER_CLAIM = 30

type DeclineDecision =
  /** The endpoint is retired, its data is deleted, and nobody can create another one for this mailbox. */
  | { kind: 'declined'; endpoint: EndpointFacts }
  | { kind: 'already_retired' }
  /**
   * A mail program sent the request, and a person confirmed the endpoint or it was claimed long ago: its emails stop,
   * nothing is deleted.
   */
  | { kind: 'emails_stopped'; endpoint: EndpointFacts }
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
  if (endpoint.retiredAt) return { kind: 'already_retired' }
  if (endpoint.claimedAt) {
    const isLate = now.getTime() - endpoint.claimedAt.getTime() >= DECLINE_DAYS_AFTER_CLAIM * DAY
    if (request.oneClick && (isConfirmed(endpoint) || isLate)) {
      return {
        kind: 'emails_stopped',
        endpoint: { ...endpoint, mailStoppedAt: endpoint.mailStoppedAt ?? now },
      }
    }
    if (isLate && isConfirmed(endpoint)) return { kind: 'too_late' }
  }
  return { kind: 'declined', endpoint: { ...endpoint, retiredAt: now } }
}

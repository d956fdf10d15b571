import { DAY } from '../time.ts'
import { isConfirmed } from './confirmation.ts'
import type { EndpointFacts } from './endpoint.ts'

/** Days after a claim, which a mail scanner may have made, in which the recipient can still say "This wasn't me". */
export const DECLINE_DAYS_AFTER_CLAIM = 30

type DeclineDecision =
  /** The endpoint is retired, its data is deleted, and nobody can create another one for this mailbox. */
  | { kind: 'declined'; endpoint: EndpointFacts }
  | { kind: 'already_retired' }
  /** A person confirmed the endpoint and a mail program sent the request: its emails stop, nothing is deleted. */
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
    if (request.oneClick && isConfirmed(endpoint)) {
      return {
        kind: 'emails_stopped',
        endpoint: { ...endpoint, mailStoppedAt: endpoint.mailStoppedAt ?? now },
      }
    }
    if (now.getTime() - endpoint.claimedAt.getTime() >= DECLINE_DAYS_AFTER_CLAIM * DAY)
      return { kind: 'too_late' }
  }
  return { kind: 'declined', endpoint: { ...endpoint, retiredAt: now } }
}

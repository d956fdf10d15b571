import { DAY } from '../time.ts'
import type { EndpointFacts } from './endpoint.ts'

/** For so long after a claim, which a scanner may have made, the recipient can still say "this wasn't me". */
export const DECLINE_DAYS_AFTER_CLAIM = 30

export type DeclineDecision =
  /** The endpoint is retired, what it holds is deleted, and nobody can make another for this mailbox. */
  | { kind: 'disowned'; endpoint: EndpointFacts }
  | { kind: 'already_retired' }
  /** A person owns it and a mail program's button was pressed: its emails stop, nothing is deleted. */
  | { kind: 'emails_stopped'; endpoint: EndpointFacts }
  /** Claimed too long ago for a link in an old email to delete everything. */
  | { kind: 'too_late' }

/**
 * What "this wasn't me" does.
 *
 * @param request.consented a person has said yes to emails to this mailbox
 * @param request.oneClick the button of a mail program was pressed (RFC 8058), not the one on our page,
 *   which says what it will delete
 */
export function decideDecline(request: {
  endpoint: EndpointFacts
  consented: boolean
  oneClick: boolean
  now: Date
}): DeclineDecision {
  const { endpoint, now } = request
  if (endpoint.retiredAt) return { kind: 'already_retired' }
  if (endpoint.claimedAt) {
    if (request.oneClick && request.consented) {
      return {
        kind: 'emails_stopped',
        endpoint: { ...endpoint, mailStoppedAt: endpoint.mailStoppedAt ?? now },
      }
    }
    if (now.getTime() - endpoint.claimedAt.getTime() >= DECLINE_DAYS_AFTER_CLAIM * DAY)
      return { kind: 'too_late' }
  }
  return { kind: 'disowned', endpoint: { ...endpoint, retiredAt: now } }
}

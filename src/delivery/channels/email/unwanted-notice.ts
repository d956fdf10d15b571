import {
  type DestinationState,
  findDestination,
  getDestinationState,
} from '../../../domain/destinations/destination.ts'
import { findWebDestination } from '../../../domain/destinations/web-destination.ts'
import { getUndoEnd } from '../../../domain/endpoints/decline.ts'
import { isClaimable, isConfirmed } from '../../../domain/endpoints/endpoint.ts'
import { getSnoozeEnd } from '../../../domain/outbox/email-rhythm.ts'
import type { BeginDecision } from '../../../store/contract/outbox-store.ts'
import type { FoundNotice } from './found-email.ts'

/** Decides about a notice that is not sent now: much may have changed since it was queued. Returns null for one that is. */
export function decideUnwantedNotice(found: FoundNotice, now: Date): BeginDecision<never> | null {
  const { notice, endpoint, expiresAt } = found.notice
  if (now >= expiresAt) return { kind: 'end', outcome: 'expired' }
  if (!isWanted(found, now)) return { kind: 'end', outcome: 'suppressed' }
  // A digest waits as the emails in it would.
  if (notice.kind !== 'submission_digest' || !endpoint?.declinedAt) return null
  const until = getUndoEnd(endpoint, now)
  return until ? { kind: 'wait', until, gathers: false } : { kind: 'end', outcome: 'suppressed' }
}

function isWanted(found: FoundNotice, now: Date): boolean {
  const { mailbox } = found
  const { notice, endpoint, digest, gathered } = found.notice
  const isOwned = Boolean(endpoint?.claimedAt && !endpoint.retiredAt)
  switch (notice.kind) {
    case 'plan_changed':
    case 'sign_in':
      // Sent to suppressed addresses too: their owners requested it just now, or are about to lose data.
      return true
    case 'bounce_test':
      // The doctor has already sent it.
      return false
    case 'claim':
      return endpoint !== null && isClaimable(endpoint, now) && !mailbox.suppressed
    case 'destination':
      return isWantedByDestination(found, { id: notice.destinationId, state: 'unconfirmed' })
    case 'destination_stopped':
      return isWantedByDestination(found, { id: notice.destinationId, state: 'stopped' })
    case 'emails_stopped':
      return Boolean(endpoint?.mailStoppedAt && !endpoint.retiredAt)
    case 'malware_found':
      // Also to owners who stopped the emails about submissions: others may have the file from webhooks.
      return isOwned
    case 'form_health':
    case 'watch':
      return Boolean(endpoint && isConfirmed(endpoint) && !endpoint.mailStoppedAt && !endpoint.retiredAt)
    case 'email_key':
      return notice.what !== 'confirm' || found.emailKey !== null
    case 'hand_over_request':
      return found.notice.handOver !== null && !mailbox.suppressed && !mailbox.refusesConfirmations
    case 'hand_over':
      // Only until the form has moved, or the hand-over was withdrawn.
      return notice.what !== 'accepted' || found.notice.handOver !== null
    case 'invitation':
      return found.notice.invitation !== null && !mailbox.suppressed && !mailbox.refusesConfirmations
    case 'destination_disabled': {
      if (!endpoint || !isOwned) return false
      const disabled = findWebDestination(endpoint, notice.destinationId)?.disabled
      return disabled?.at.toISOString() === notice.at && disabled.because === notice.because
    }
    case 'emails_snoozed':
      return Boolean(endpoint && getSnoozeEnd(endpoint.settings.email, now) && !endpoint.retiredAt)
    case 'submission_digest':
      return Boolean(endpoint?.claimedAt && !endpoint.mailStoppedAt && gathered?.count)
    case 'quota_warning':
      // Only claimed endpoints have quotas, and no suppression silences those.
      return !endpoint?.retiredAt
    case 'spam_digest':
      return Boolean(digest && digest.newest.length > 0 && !mailbox.suppressed)
  }
}

/** Returns true while a destination is in this state, unless its mailbox wants no such emails. */
function isWantedByDestination(
  { mailbox, notice: { endpoint } }: FoundNotice,
  { id, state }: { id: string; state: DestinationState },
): boolean {
  const destination = endpoint && !endpoint.retiredAt ? findDestination(endpoint, id) : null
  const isInState = destination !== null && getDestinationState(destination) === state
  return isInState && !mailbox.suppressed && !mailbox.refusesConfirmations
}

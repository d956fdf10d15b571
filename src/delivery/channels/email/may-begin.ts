import { activeDestinations, destinationOf } from '../../../domain/destinations/destination.ts'
import { isClaimable } from '../../../domain/endpoints/claim.ts'
import { nextEmailAt } from '../../../domain/outbox/email-budget.ts'
import { findPlan, type PlanTable } from '../../../domain/plans/plan.ts'
import { SECOND } from '../../../domain/time.ts'
import type {
  BeginDecision,
  FoundEmail,
  FoundNotice,
  FoundSubmissionEmail,
  MayBegin,
} from '../../../store/contract/outbox-store.ts'

/** Whether an email may go now, under the plans of this instance. */
export function mayBeginUnder(table: PlanTable): MayBegin {
  return (found: FoundEmail, now: Date) => {
    switch (found.kind) {
      case 'claim':
      case 'submission':
        return found.destination
          ? toDestination(found, found.destination, table)
          : submissionEmailMayBegin(found, now)
      case 'notice':
        return noticeMayBegin(found, now)
    }
  }
}

/**
 * Its owner has said yes to the emails of this very endpoint, so no budget binds and no other word counts; but it
 * must still be wanted by both when the email begins.
 */
function toDestination(
  { endpoint }: FoundSubmissionEmail,
  destination: { id: string; plan: string | null },
  table: PlanTable,
): BeginDecision {
  const active = activeDestinations(endpoint, findPlan(table, destination.plan))
  const wanted = active.some((one) => one.id === destination.id)
  return wanted ? { kind: 'send' } : { kind: 'end', outcome: 'suppressed' }
}

/** Retries of an email that has begun use up no budget; the owner's consent, given by a person, lifts the budget. */
function submissionEmailMayBegin(found: FoundSubmissionEmail, now: Date): BeginDecision {
  const { endpoint, mailbox } = found
  const claimed = endpoint.claimedAt !== null
  if (claimed && endpoint.mailStoppedAt) return { kind: 'end', outcome: 'suppressed' }
  // A scanner that followed the claim link said nothing: only a person's yes outweighs the "I did not ask for this".
  if (mailbox.suppressed && !(claimed && mailbox.consented)) return { kind: 'end', outcome: 'suppressed' }
  if (found.startedAt || mailbox.consented) return { kind: 'send' }
  if (found.kind === 'submission' && !claimed && found.claimEmailDueAt) {
    // Else the emails after it would carry more new endpoints to a mailbox than the limit of claim emails allows.
    const until = new Date(Math.max(found.claimEmailDueAt.getTime(), now.getTime() + SECOND))
    return { kind: 'hold', until, scope: 'endpoint' }
  }
  const until = nextEmailAt(mailbox.started, found.kind, now)
  return until > now ? { kind: 'hold', until, scope: 'mailbox' } : { kind: 'send' }
}

/** The email budget binds none but claim emails: the others have limits of their own. */
function noticeMayBegin(found: FoundNotice, now: Date): BeginDecision {
  const { notice, endpoint, mailbox, expiresAt } = found
  if (now >= expiresAt) return { kind: 'end', outcome: 'expired' }
  switch (notice.kind) {
    case 'plan_changed':
    case 'sign_in':
      // Whoever wants no endpoints made for a mailbox may still own some, and asked for this email just now, or is to lose something.
      return { kind: 'send' }
    case 'claim': {
      const claimable = endpoint !== null && isClaimable(endpoint, now)
      if (!claimable || mailbox.suppressed) return { kind: 'end', outcome: 'suppressed' }
      const { consented = false, started = [] } = found.budget ?? {}
      if (found.startedAt || consented) return { kind: 'send' }
      const until = nextEmailAt(started, 'claim', now)
      return until > now ? { kind: 'hold', until, scope: 'mailbox' } : { kind: 'send' }
    }
    case 'destination':
      return endpoint &&
        !endpoint.retiredAt &&
        destinationOf(endpoint, notice.destinationId)?.confirmedAt === null &&
        !mailbox.suppressed &&
        !mailbox.refusesConfirmations
        ? { kind: 'send' }
        : { kind: 'end', outcome: 'suppressed' }
    case 'quota_warning':
      // A scanner that claimed an endpoint said nothing; "I did not ask for this" is a person's word.
      return endpoint?.retiredAt || (mailbox.suppressed && !mailbox.consented)
        ? { kind: 'end', outcome: 'suppressed' }
        : { kind: 'send' }
  }
}

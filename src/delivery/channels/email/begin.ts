import { findDestination, listActiveDestinations } from '../../../domain/destinations/destination.ts'
import { isClaimable } from '../../../domain/endpoints/claim.ts'
import type { StartedEmail } from '../../../domain/outbox/email-budget.ts'
import { nextEmailAt } from '../../../domain/outbox/email-budget.ts'
import { findPlan, type PlanTable } from '../../../domain/plans/plan.ts'
import { SECOND } from '../../../domain/time.ts'
import type {
  BeginDecision,
  DeliveredNotice,
  DeliveredSubmission,
  DeliveryReads,
  DueDelivery,
  MailboxConsent,
} from '../../../store/contract/outbox-store.ts'

/** An email with everything that the rules and the templates need. */
export type FoundEmail = FoundSubmissionEmail | FoundNotice

/** An email that carries a submission. */
export type FoundSubmissionEmail = {
  kind: 'claim' | 'submission'
  delivery: DueDelivery
  submission: DeliveredSubmission
  mailbox: MailboxConsent
  /** When the claim email of the endpoint is due, while it has not begun and the budget binds this email. */
  claimEmailDueAt: Date | null
  /** Emails that count against the budget of the address; empty where it does not bind. */
  started: readonly StartedEmail[]
}

/** An email that is not about a submission. */
export type FoundNotice = {
  kind: 'notice'
  delivery: DueDelivery
  notice: DeliveredNotice
  mailbox: MailboxConsent
  /** Emails that count against the budget of the address; empty where it does not bind. */
  started: readonly StartedEmail[]
}

/** Loads an email and locks the address it goes to. */
export async function loadEmail(delivery: DueDelivery, reads: DeliveryReads): Promise<FoundEmail> {
  const submission = await reads.loadSubmission()
  return submission ? loadSubmissionEmail(delivery, submission, reads) : loadNotice(delivery, reads)
}

async function loadSubmissionEmail(
  delivery: DueDelivery,
  submission: DeliveredSubmission,
  { email }: DeliveryReads,
): Promise<FoundSubmissionEmail> {
  const { kind } = delivery
  if (kind === 'notice') throw new Error('A notice is not about a submission.')
  const mailbox = await email.lockMailbox()
  // An address that consented has no budget, and a busy one has thousands of started emails.
  const isBudgeted = !mailbox.consented && delivery.destination === null && delivery.startedAt === null
  return {
    kind,
    delivery,
    submission,
    mailbox,
    claimEmailDueAt: isBudgeted && kind === 'submission' ? await email.findClaimEmailDueAt() : null,
    started: isBudgeted ? await email.listStartedEmails() : [],
  }
}

async function loadNotice(delivery: DueDelivery, { email }: DeliveryReads): Promise<FoundNotice> {
  const notice = await email.loadNotice()
  const mailbox = await email.lockMailbox()
  const isBudgeted = delivery.kind === 'claim' && !mailbox.consented && delivery.startedAt === null
  return {
    kind: 'notice',
    delivery,
    notice,
    mailbox,
    started: isBudgeted ? await email.listStartedEmails() : [],
  }
}

/** Decides whether an email may be sent now, under the plans of this instance. */
export function mayBegin(found: FoundEmail, now: Date, plans: PlanTable): BeginDecision<FoundEmail> {
  switch (found.kind) {
    case 'claim':
    case 'submission':
      return found.delivery.destination === null
        ? recipientEmailMayBegin(found, now)
        : destinationEmailMayBegin(found, plans)
    case 'notice':
      return noticeMayBegin(found, now)
  }
}

/**
 * The owner of the address has confirmed the emails of this very endpoint, so no budget binds and nothing else counts;
 * but both must still want it when the email begins.
 */
function destinationEmailMayBegin(found: FoundSubmissionEmail, plans: PlanTable): BeginDecision<FoundEmail> {
  const { endpoint, plan } = found.submission
  const active = listActiveDestinations(endpoint, findPlan(plans, plan))
  const isWanted = active.some(({ id }) => id === found.delivery.destination)
  return isWanted ? send(found) : SUPPRESSED
}

/** Retries use up no budget; the owner's consent, given by a person, lifts it. */
function recipientEmailMayBegin(found: FoundSubmissionEmail, now: Date): BeginDecision<FoundEmail> {
  const { delivery, mailbox } = found
  const { endpoint } = found.submission
  const isClaimed = endpoint.claimedAt !== null
  if (isClaimed && endpoint.mailStoppedAt) return SUPPRESSED
  // A scanner that followed the claim link is no consent: only a person's outweighs "This wasn't me".
  if (mailbox.suppressed && !(isClaimed && mailbox.consented)) return SUPPRESSED
  if (delivery.startedAt || mailbox.consented) return send(found)
  if (found.kind === 'submission' && !isClaimed && found.claimEmailDueAt) {
    // Otherwise the emails after it would carry more new endpoints to an address than its claim emails may.
    const until = new Date(Math.max(found.claimEmailDueAt.getTime(), now.getTime() + SECOND))
    return { kind: 'hold', until, scope: 'endpoint' }
  }
  return withinBudget(found, found.kind, now)
}

/** The email budget binds claim emails alone: the other notices have limits of their own. */
function noticeMayBegin(found: FoundNotice, now: Date): BeginDecision<FoundEmail> {
  const { delivery, mailbox } = found
  const { notice, endpoint, expiresAt } = found.notice
  if (now >= expiresAt) return { kind: 'end', outcome: 'expired' }
  switch (notice.kind) {
    case 'plan_changed':
    case 'sign_in':
      // A person who declined endpoints may still own some, and asked for this email just now or is about to lose data.
      return send(found)
    case 'claim': {
      const isWanted = endpoint !== null && isClaimable(endpoint, now) && !mailbox.suppressed
      if (!isWanted) return SUPPRESSED
      return delivery.startedAt || mailbox.consented ? send(found) : withinBudget(found, 'claim', now)
    }
    case 'destination': {
      const isWanted =
        endpoint &&
        !endpoint.retiredAt &&
        findDestination(endpoint, notice.destinationId)?.confirmedAt === null &&
        !mailbox.suppressed &&
        !mailbox.refusesConfirmations
      return isWanted ? send(found) : SUPPRESSED
    }
    case 'quota_warning':
      // A scanner that claimed an endpoint gave no consent; "This wasn't me" was said by a person.
      return endpoint?.retiredAt || (mailbox.suppressed && !mailbox.consented) ? SUPPRESSED : send(found)
  }
}

const SUPPRESSED = { kind: 'end', outcome: 'suppressed' } as const

function withinBudget(found: FoundEmail, kind: 'claim' | 'submission', now: Date): BeginDecision<FoundEmail> {
  const until = nextEmailAt(found.started, kind, now)
  return until > now ? { kind: 'hold', until, scope: 'target' } : send(found)
}

/** Only what strangers can cause counts against the budget of an address. */
function send(found: FoundEmail): BeginDecision<FoundEmail> {
  const { delivery, mailbox } = found
  const isBound = found.kind === 'notice' ? delivery.kind === 'claim' : delivery.destination === null
  const expiresAt = found.kind === 'notice' ? found.notice.expiresAt : null
  return { kind: 'send', content: found, budgeted: isBound && !mailbox.consented, expiresAt }
}

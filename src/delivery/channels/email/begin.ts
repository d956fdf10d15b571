import { getKeyWaitEnd, hasExpired } from '../../../domain/accounts/email-key.ts'
import { listActiveDestinations } from '../../../domain/destinations/destination.ts'
import { getUndoEnd } from '../../../domain/endpoints/decline.ts'
import { type EndpointFacts, isConfirmed } from '../../../domain/endpoints/endpoint.ts'
import type { EmailBudget } from '../../../domain/outbox/email-budget.ts'
import { findPlan, type PlanTable } from '../../../domain/plans/plan.ts'
import { SECOND } from '../../../domain/time.ts'
import type {
  BeginDecision,
  DeliveredSubmission,
  DeliveryReads,
  DueDelivery,
  EmailReads,
} from '../../../store/contract/outbox-store.ts'
import {
  type BudgetUse,
  type EmailLimits,
  holdBeyondBudget,
  loadBudgetUse,
  NO_BUDGET_USE,
} from './budget-use.ts'
import type { FoundEmail, FoundNotice, FoundSubmissionEmail } from './found-email.ts'
import { decideUnwantedNotice } from './unwanted-notice.ts'

/** Loads an email and locks the address it goes to. */
export async function loadEmail(
  delivery: DueDelivery,
  reads: DeliveryReads,
  limits: EmailLimits,
): Promise<FoundEmail> {
  const submission = await reads.loadSubmission()
  return submission
    ? loadSubmissionEmail(delivery, submission, { reads, limits })
    : loadNotice(delivery, reads, limits)
}

async function loadSubmissionEmail(
  delivery: DueDelivery,
  submission: DeliveredSubmission,
  { reads: { email }, limits }: { reads: DeliveryReads; limits: EmailLimits },
): Promise<FoundSubmissionEmail> {
  const { kind } = delivery
  const { endpoint } = submission
  if (kind === 'notice') throw new Error('A notice is not about a submission.')
  const mailbox = await email.lockMailbox()
  // A confirmed endpoint has no budget, and a busy one has thousands of started emails.
  const isUnproven = !isConfirmed(endpoint) && delivery.destination === null
  const isBudgeted = isUnproven && delivery.startedAt === null
  return {
    kind,
    delivery,
    submission,
    mailbox,
    emailKey: submission.emailKey,
    claimEmailDueAt: isBudgeted && kind === 'submission' ? await email.findClaimEmailDueAt() : null,
    ...(isBudgeted
      ? await loadBudgetUse(email, {
          budget: getBudget(endpoint),
          kind,
          address: endpoint.recipient,
          limits,
        })
      : await loadNoUse(email, isUnproven)),
  }
}

async function loadNotice(
  delivery: DueDelivery,
  { email }: DeliveryReads,
  limits: EmailLimits,
): Promise<FoundNotice> {
  const notice = await email.loadNotice()
  const mailbox = await email.lockMailbox()
  const isUnproven = delivery.kind === 'claim'
  const isBudgeted = isUnproven && delivery.startedAt === null
  return {
    kind: 'notice',
    delivery,
    notice,
    mailbox,
    emailKey: notice.emailKey,
    ...(isBudgeted
      ? await loadBudgetUse(email, { budget: 'unclaimed', kind: 'claim', address: notice.address, limits })
      : await loadNoUse(email, isUnproven)),
  }
}

/** Loads the network of an email that counts against no budget: results of retries are counted by network, too. */
async function loadNoUse(email: EmailReads, isUnproven: boolean): Promise<BudgetUse> {
  return isUnproven ? { ...NO_BUDGET_USE, network: await email.findCreatingNetwork() } : NO_BUDGET_USE
}

function getBudget(endpoint: Pick<EndpointFacts, 'claimedAt'>): EmailBudget {
  return endpoint.claimedAt ? 'claimed' : 'unclaimed'
}

/** Decides whether an email may be sent now, under the plans of this instance. */
export function mayBegin(found: FoundEmail, now: Date, plans: PlanTable): BeginDecision<FoundEmail> {
  if (found.kind !== 'notice' && isUnwanted(found)) return SUPPRESSED
  // The owner can send it again once emails to the mailbox are started again.
  if (found.mailbox.isUndeliverable && !isRequested(found)) return { kind: 'end', outcome: 'bounced' }
  const declined = heldWhileDeclined(found, now)
  if (declined) return declined
  const decision = decide(found, now, plans)
  const isWaiting =
    found.emailKey !== null &&
    hasExpired(found.emailKey, now) &&
    decision.kind === 'send' &&
    // It was encrypted when it arrived.
    !(found.kind !== 'notice' && found.submission.ciphertext !== null)
  return isWaiting && found.emailKey ? waitForKey(found, found.emailKey, now) : decision
}

/** Holds an email until its owner has added another key, or ends it when that takes too long. A separate email tells the owner. */
function waitForKey(
  { delivery }: FoundEmail,
  key: { expiresAt: Date | null },
  now: Date,
): BeginDecision<FoundEmail> {
  const until = getKeyWaitEnd(delivery, key)
  return now < until ? { kind: 'hold', until, scope: 'endpoint' } : { kind: 'end', outcome: 'expired' }
}

function decide(found: FoundEmail, now: Date, plans: PlanTable): BeginDecision<FoundEmail> {
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
 * Returns true for the email of a submission that its visitor withdrew, its owner moved to the trash after the email was queued,
 * or that became spam while its email waited to be gathered.
 */
function isUnwanted({ delivery, submission }: FoundSubmissionEmail): boolean {
  const { withdrawnAt, trashedAt, spamReasons } = submission
  const isTrash = trashedAt !== null && delivery.createdAt <= trashedAt
  return withdrawnAt !== null || isTrash || (delivery.gathers && spamReasons !== null)
}

/** Returns true for an email that its reader requested just now, or that says that data is about to be lost. */
function isRequested(found: FoundEmail): boolean {
  if (found.kind !== 'notice') return false
  const { notice } = found.notice
  const confirmsKey = notice.kind === 'email_key' && notice.what === 'confirm'
  return notice.kind === 'sign_in' || notice.kind === 'plan_changed' || confirmsKey
}

/** Nothing about a declined endpoint is sent, and nothing is lost while this can be undone. */
function heldWhileDeclined(found: FoundEmail, now: Date): BeginDecision<FoundEmail> | null {
  // Notices to owners and destinations go by the state of the endpoint alone.
  if (found.kind === 'notice' && found.delivery.kind !== 'claim') return null
  const endpoint = found.kind === 'notice' ? found.notice.endpoint : found.submission.endpoint
  if (!endpoint?.declinedAt) return null
  const until = getUndoEnd(endpoint, now)
  return until ? { kind: 'hold', until, scope: 'endpoint' } : SUPPRESSED
}

/**
 * The owner of the address has confirmed the emails of this very endpoint, so no budget binds and nothing else counts;
 * but both must still want it when the email begins. If content leaves only encrypted, it gets nothing: it has no key.
 */
function destinationEmailMayBegin(found: FoundSubmissionEmail, plans: PlanTable): BeginDecision<FoundEmail> {
  const { endpoint, plan, isEncryptedOnly, ciphertext } = found.submission
  if (isEncryptedOnly || ciphertext !== null) return SUPPRESSED
  const active = listActiveDestinations(endpoint, findPlan(plans, plan))
  const isWanted = active.some(({ id }) => id === found.delivery.destination)
  return isWanted ? send(found) : SUPPRESSED
}

/**
 * Retries use up no budget; only a person's confirmation of this endpoint lifts it. "This wasn't me" about another
 * endpoint silences those that nobody has claimed, never one that belongs to the mailbox.
 */
function recipientEmailMayBegin(found: FoundSubmissionEmail, now: Date): BeginDecision<FoundEmail> {
  const { delivery, mailbox } = found
  const { endpoint } = found.submission
  const confirmed = isConfirmed(endpoint)
  if (endpoint.claimedAt && endpoint.mailStoppedAt) return SUPPRESSED
  if (mailbox.suppressed && !endpoint.claimedAt) return SUPPRESSED
  if (delivery.startedAt || confirmed) return send(found)
  if (found.kind === 'submission' && !endpoint.claimedAt && found.claimEmailDueAt) {
    // Otherwise they would bring more new endpoints to the address than the limit on claim emails allows.
    const until = new Date(Math.max(found.claimEmailDueAt.getTime(), now.getTime() + SECOND))
    return { kind: 'hold', until, scope: 'endpoint' }
  }
  // Endpoints claimed by their link have shares of their own: one that has used up its share holds no other.
  return withinBudget(found, { kind: found.kind, scope: endpoint.claimedAt ? 'endpoint' : 'target' }, now)
}

/** The email budget binds claim emails alone: the other notices have limits of their own. */
function noticeMayBegin(found: FoundNotice, now: Date): BeginDecision<FoundEmail> {
  const unwanted = decideUnwantedNotice(found, now)
  if (unwanted) return unwanted
  const isClaim = found.notice.notice.kind === 'claim'
  return isClaim && !found.delivery.startedAt
    ? withinBudget(found, { kind: 'claim', scope: 'target' }, now)
    : send(found)
}

const SUPPRESSED = { kind: 'end', outcome: 'suppressed' } as const

function withinBudget(
  found: FoundEmail,
  email: Parameters<typeof holdBeyondBudget>[1],
  now: Date,
): BeginDecision<FoundEmail> {
  return holdBeyondBudget(found, email, now) ?? send(found)
}

/** Only what strangers can cause counts against the budget of an address. */
function send(found: FoundEmail): BeginDecision<FoundEmail> {
  const { delivery } = found
  if (found.kind === 'notice') {
    const { expiresAt } = found.notice
    const budget =
      delivery.kind === 'claim'
        ? ({ name: 'unclaimed', domain: found.domain, network: found.network } as const)
        : null
    return { kind: 'send', content: found, budget, expiresAt }
  }
  const { endpoint } = found.submission
  const isBudgeted = delivery.destination === null && !isConfirmed(endpoint)
  const { domain, network } = found
  const budget = isBudgeted ? { name: getBudget(endpoint), domain, network } : null
  return { kind: 'send', content: found, budget, expiresAt: null }
}

import type { StartedEmail } from '../../../domain/outbox/email-budget.ts'
import type {
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

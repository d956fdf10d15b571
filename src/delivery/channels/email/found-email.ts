import type {
  DeliveredKey,
  DeliveredNotice,
  DeliveredSubmission,
  DueDelivery,
  MailboxFacts,
} from '../../../store/contract/outbox-store.ts'
import type { BudgetUse } from './budget-use.ts'

/** An email with everything that the rules and the templates need. */
export type FoundEmail = FoundSubmissionEmail | FoundNotice

/** An email that carries a submission. */
export type FoundSubmissionEmail = {
  kind: 'claim' | 'submission'
  delivery: DueDelivery
  submission: DeliveredSubmission
  mailbox: MailboxFacts
  /** The key that it is encrypted to; null for one that is not. */
  emailKey: DeliveredKey | null
  /** When the claim email of the endpoint is due, while it has not begun and the budget binds this email. */
  claimEmailDueAt: Date | null
} & BudgetUse

/** An email that is not about a submission. */
export type FoundNotice = {
  kind: 'notice'
  delivery: DueDelivery
  notice: DeliveredNotice
  mailbox: MailboxFacts
  emailKey: DeliveredKey | null
} & BudgetUse

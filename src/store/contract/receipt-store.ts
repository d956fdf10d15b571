import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { NamedAnswer, ReceiptFacts } from '../../domain/submissions/receipt.ts'
import type { AuditRequest } from './audit-store.ts'

/** Receipts of submissions: what their visitors see and do. They are named by the key of the submission. */
export type ReceiptStore = {
  /** Finds the facts of a receipt; null once the submission is deleted. */
  find(submissionKey: number): Promise<FoundReceipt | null>
  /**
   * Deletes the content of a submission, and all that can still be stopped: emails that have not begun, the message in a
   * queue, the words in the search index. The row remains, with the time. A second withdrawal changes nothing.
   */
  withdraw(request: { submissionKey: number; now: Date }): Promise<WithdrawOutcome>
  /**
   * Saves or deletes (null) the owner's answer unless `refuse` objects, in the transaction that loaded the facts, with the
   * entry in the audit log. Returns the refusal; null when the answer is as asked.
   */
  answer(request: {
    accountKey: number
    submissionKey: number
    text: string | null
    audit: Pick<AuditRequest, 'by'>
    now: Date
    /** Returns null to allow the change. `found` is null for a submission that the account does not have. */
    refuse(found: AnswerableSubmission | null): Refusal | null
  }): Promise<Refusal | null>
}

/** `over`: received too long ago. `gone`: deleted. */
export type WithdrawOutcome = 'withdrawn' | 'over' | 'gone'

export type FoundReceipt = Omit<ReceiptFacts, 'keepsEmails' | 'chance'> & { answer: NamedAnswer | null }

/** Facts on which an answer is decided. */
export type AnswerableSubmission = {
  endpoint: EndpointFacts
  receivedAt: Date
  withdrawnAt: Date | null
  /** Imported, or a test of the owner: nobody got the link to its receipt. */
  hasVisitor: boolean
}

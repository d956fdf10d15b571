import type { Refusal, Refused } from '../../domain/refusal.ts'
import { hasReceipt } from '../../domain/submissions/receipt.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { findSubmission, type SubmissionView, toSubmissionView } from './owned-submissions.ts'

const UNKNOWN: Refused = { kind: 'refused', refusal: { code: 'submission_not_found' } }

/**
 * Writes the answer that the visitor of a submission reads on its receipt, in the place of an earlier one; null deletes it.
 * Nothing is sent.
 */
export async function answerSubmission(
  context: Context,
  caller: Caller,
  request: { submissionId: string; text: string | null; now: Date },
): Promise<{ kind: 'answered'; submission: SubmissionView } | Refused> {
  const { text, now } = request
  const { accountKey } = caller
  const submissionKey = context.keys.submissionKey(request.submissionId)
  if (submissionKey === null) return UNKNOWN
  const refusal = await context.store.receipts.answer({
    accountKey,
    submissionKey,
    text,
    audit: { by: toActor(caller) },
    now,
    refuse(found): Refusal | null {
      if (!found) return { code: 'submission_not_found' }
      if (found.withdrawnAt) return { code: 'submission_withdrawn' }
      return found.hasVisitor && hasReceipt(found, now) ? null : { code: 'receipt_missing' }
    },
  })
  if (refusal) return { kind: 'refused', refusal }
  if (text !== null) context.messages.settle([submissionKey], now)
  const submission = await findSubmission(context, caller, request.submissionId)
  return submission ? { kind: 'answered', submission: toSubmissionView(context, submission) } : UNKNOWN
}

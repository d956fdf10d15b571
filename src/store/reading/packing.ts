import type { ReceiptAnswer } from '../../domain/submissions/receipt.ts'
import type { InboxSubmission, SubmissionPage } from '../submissions/inbox-list.ts'
import type { ReadName } from './named-reads.ts'

/** A page as JSON contains it: its dates are texts. */
type PageText = Omit<SubmissionPage, 'submissions'> & { submissions: SubmissionText[] }
type SubmissionText = { [Key in keyof InboxSubmission]: DatesAsText<InboxSubmission[Key]> }
type DatesAsText<Value> = Value extends Date
  ? string
  : Value extends ReceiptAnswer
    ? Omit<ReceiptAnswer, 'answeredAt'> & { answeredAt: string }
    : Value

/**
 * Packs a result in the thread. Long lists become JSON, which the main thread parses five times faster than it reads a
 * structured clone.
 */
export function pack(name: ReadName, result: unknown): unknown {
  switch (name) {
    case 'listSubmissions':
    case 'countEvents':
      return JSON.stringify(result)
    default:
      return result
  }
}

/** Unpacks a result in the main thread. */
export function unpack(name: ReadName, packed: unknown): unknown {
  switch (name) {
    case 'listSubmissions':
      return toPage(JSON.parse(String(packed)) as PageText)
    case 'countEvents':
      return JSON.parse(String(packed))
    default:
      return packed
  }
}

function toPage({ submissions, next }: PageText): SubmissionPage {
  return {
    submissions: submissions.map((one) => ({
      ...one,
      receivedAt: new Date(one.receivedAt),
      importedAt: toDate(one.importedAt),
      readAt: toDate(one.readAt),
      trashedAt: toDate(one.trashedAt),
      withdrawnAt: toDate(one.withdrawnAt),
      answer: one.answer && { ...one.answer, answeredAt: new Date(one.answer.answeredAt) },
    })),
    next,
  }
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

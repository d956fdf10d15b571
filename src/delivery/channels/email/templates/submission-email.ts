import type { EndpointFacts, EndpointState } from '../../../../domain/endpoints/endpoint.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'
import { type Contents, contentsOf } from './contents.ts'
import { shownName } from './copy.ts'
import type { Email } from './email.ts'
import { htmlPart } from './html-part.ts'
import { beginningOf, plainLine } from './plain-text.ts'
import { replyAddress } from './reply-address.ts'
import { textPart } from './text-part.ts'

/** What an email is composed from. */
export type SubmissionEmailInput = {
  kind: 'claim' | 'submission'
  /** The base address, without a slash at the end. */
  base: string
  from: { name: string; address: string }
  endpoint: EndpointFacts
  /** At the moment of composing. */
  state: EndpointState
  submission: { id: string; receivedAt: Date; fields: readonly Field[] }
  /** Null once the endpoint can no longer be claimed. */
  claimUrl: string | null
  /** Claimed: stops the emails. Else: "I did not ask for this". */
  stopUrl: string
  reader: Reader
  /** Where its owner reads it; null while nobody owns the endpoint, and for readers who do not. */
  dashboardUrl: string | null
  /** Which email about the submission it is: 0 is the first. */
  place: number
  /** How many emails about the submission the reader was sent before. */
  resends: number
  /** The right-hand side of the Message-ID. */
  messageDomain: string
  jobCreatedAt: Date
}

/** Who reads an email: the recipient, or another mailbox that the owner has added and that said yes. */
export type Reader = { kind: 'recipient' } | { kind: 'destination'; id: string; mailbox: string }

/** `f_` and as many characters as tell apart the endpoints of one person. */
const SHORT_ID_LENGTH = 10
/** Characters of a subject that the form sent. */
const SUBMITTED_SUBJECT_LENGTH = 150
/** What would make the email look like an answer to another. */
const ANSWERING = /^(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|res|enc)\s*(?:\[\d+\])?\s*[:：])+/iu

/**
 * The email that carries a submission to the recipient. Nothing submitted gets into a header but the reply
 * address, once the endpoint is claimed; until then nothing submitted is a link either.
 * Source: product § 3, § 8, § 12 "Mail".
 */
export function composeSubmissionEmail(input: SubmissionEmailInput): Email {
  const { endpoint, state, submission } = input
  const replyTo = state === 'claimed' ? replyAddress(submission.fields) : null
  const contents = contentsOf(input, replyTo)
  const subject = subjectOf(contents, input)
  return {
    from: input.from,
    to: input.reader.kind === 'recipient' ? endpoint.recipient : input.reader.mailbox,
    replyTo,
    subject,
    text: textPart(contents),
    html: htmlPart(contents, { subject, sender: input.from.name }),
    messageId: messageId(input),
    date: input.jobCreatedAt,
    unsubscribeUrl: input.stopUrl,
    formId: endpoint.id,
  }
}

/**
 * The heading and which endpoint: emails of one form stand together. Where the owner wants that, the subject that the
 * form sent, behind the name of the endpoint, so that no stranger can write it whole.
 */
function subjectOf({ heading }: Contents, { endpoint, state, submission }: SubmissionEmailInput): string {
  const { name, submittedSubject } = endpoint.settings
  const shortId = endpoint.id.slice(0, SHORT_ID_LENGTH)
  const submitted = state === 'claimed' && submittedSubject ? submittedSubjectIn(submission.fields) : ''
  return submitted === '' ? `${heading} (${shortId})` : `[${shownName(name) ?? shortId}] ${submitted}`
}

function submittedSubjectIn(fields: readonly Field[]): string {
  const value = fields.find((field) => field.name === '_subject')?.value
  if (typeof value !== 'string') return ''
  return beginningOf(plainLine(value).replace(ANSWERING, '').trim(), SUBMITTED_SUBJECT_LENGTH)
}

/** The same on every attempt, and another one for each email: mail programs drop what they have seen. */
function messageId({ submission, kind, place, resends, messageDomain }: SubmissionEmailInput): string {
  const again = resends > 0 ? [`again-${resends}`] : []
  const parts = [submission.id, place === 0 ? kind : String(place), ...again]
  return `<${parts.join('.')}@${messageDomain}>`
}

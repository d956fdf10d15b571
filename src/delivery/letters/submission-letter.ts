import type { EndpointFacts, EndpointState } from '../../domain/endpoint.ts'
import type { Field } from '../../domain/fields.ts'
import { type Contents, contentsOf } from './contents.ts'
import { htmlPart } from './html-part.ts'
import type { Letter } from './letter.ts'
import { replyAddress } from './reply-address.ts'
import { textPart } from './text-part.ts'

/** What a letter is composed from. */
export type SubmissionLetterInput = {
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
  /** Claimed: stops the letters. Else: "I did not ask for this". */
  stopUrl: string
  /** The right-hand side of the Message-ID. */
  messageDomain: string
  jobCreatedAt: Date
}

/** `f_` and as many characters as tell apart the endpoints of one person. */
const SHORT_ID_LENGTH = 10

/**
 * The letter that carries a submission to the recipient. Nothing submitted gets into a header but the reply
 * address, once the endpoint is claimed; until then nothing submitted is a link either.
 * Source: product § 3, § 8, § 12 "Mail".
 */
export function composeSubmissionLetter(input: SubmissionLetterInput): Letter {
  const { endpoint, state, submission } = input
  const replyTo = state === 'claimed' ? replyAddress(submission.fields) : null
  const contents = contentsOf(input, replyTo)
  const subject = subjectOf(contents, endpoint)
  return {
    from: input.from,
    to: endpoint.recipient,
    replyTo,
    subject,
    text: textPart(contents),
    html: htmlPart(contents, { subject, sender: input.from.name }),
    messageId: `<${submission.id}.${input.kind}@${input.messageDomain}>`,
    date: input.jobCreatedAt,
    unsubscribeUrl: input.stopUrl,
    formId: endpoint.id,
  }
}

/** The heading, which is one of two fixed sentences, and which endpoint: letters of one form stand together. */
function subjectOf({ heading }: Contents, { id }: EndpointFacts): string {
  return `${heading} (${id.slice(0, SHORT_ID_LENGTH)})`
}

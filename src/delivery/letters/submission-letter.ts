import { type EndpointFacts, type EndpointState, IDLE_DAYS, UNCLAIMED_CAP } from '../../domain/endpoint.ts'
import type { Field } from '../../domain/fields.ts'
import { readPlainAddress } from '../../domain/mailbox.ts'
import type { Letter } from './letter.ts'
import { printFields } from './printed-fields.ts'
import { htmlPart } from './submission-html.ts'
import { textPart } from './submission-text.ts'

export type SubmissionLetterInput = {
  /** `claim`: the first letter of an unclaimed endpoint. */
  kind: 'claim' | 'submission'
  /** The base address, without a slash at the end. */
  base: string
  from: { name: string; address: string }
  endpoint: EndpointFacts
  /** When the letter is composed, which may be long after the submission. */
  state: EndpointState
  submission: { id: string; receivedAt: Date; fields: readonly Field[] }
  /** Null once the endpoint can no longer be claimed. */
  claimUrl: string | null
  /** "I did not ask for this" while unclaimed; "stop letters" once claimed. */
  stopUrl: string
  messageDomain: string
  jobCreatedAt: Date
}

/** What both parts of the letter say, in words of ours around the printed fields. */
export type SubmissionWords = {
  headline: string
  /** Why this letter came; shown above the content while a stranger may have sent it. */
  introduction: string
  fields: { name: string; value: string }[]
  shortened: string | null
  facts: string[]
  claim: { url: string; label: string; prominent: boolean } | null
  stop: { url: string; label: string }
  closing: string
  /** Nothing in the content may become a link. */
  defanged: boolean
}

/** Composes the letter that carries one submission. Pure: the same input gives the same letter, byte for byte. */
export function composeSubmissionLetter(input: SubmissionLetterInput): Letter {
  const claimed = input.state === 'claimed'
  const words = wordsOf(input)
  return {
    from: input.from,
    to: input.endpoint.recipient,
    replyTo: claimed ? replyAddress(input.submission.fields) : null,
    subject: subjectOf(input),
    text: textPart(words),
    html: htmlPart(words),
    messageId: `<${input.submission.id}.${input.kind}@${input.messageDomain}>`,
    date: input.jobCreatedAt,
    unsubscribeUrl: input.stopUrl,
    formId: input.endpoint.id,
  }
}

/** Fixed texts and our own id: nothing from the submission. */
function subjectOf({ kind, endpoint, claimUrl }: SubmissionLetterInput): string {
  return kind === 'claim' && claimUrl
    ? `A form wants to send its messages to you (${endpoint.id})`
    : `New message from your form (${endpoint.id})`
}

function wordsOf(input: SubmissionLetterInput): SubmissionWords {
  const { endpoint, submission, claimUrl, stopUrl } = input
  const claimed = input.state === 'claimed'
  const first = input.kind === 'claim' && claimUrl !== null
  const { printed, shortened } = printFields(submission.fields)
  const rest = claimed
    ? 'The whole of it is stored.'
    : 'The whole of it is stored and can be read after the claim.'
  return {
    headline: first ? 'A form wants to send its messages to you' : 'New message from your form',
    introduction: introductionOf(input),
    fields: printed,
    shortened: shortened > 0 ? `This letter shows ${shortened} of the fields shortened. ${rest}` : null,
    facts: [
      `Received ${submission.receivedAt.toISOString().replace('T', ' ').slice(0, 16)} UTC`,
      `Endpoint ${endpoint.id}`,
      `Submission ${submission.id}`,
    ],
    claim: claimUrl ? { url: claimUrl, label: 'Claim this endpoint', prominent: first } : null,
    stop: { url: stopUrl, label: claimed ? 'Stop letters from this endpoint' : 'I did not ask for this' },
    closing: closingOf(input),
    defanged: !claimed,
  }
}

function introductionOf({ kind, base, state, claimUrl }: SubmissionLetterInput): string {
  const host = new URL(base).host
  if (state === 'claimed') return 'Somebody has filled in your form.'
  if (kind === 'claim' && claimUrl) {
    return (
      `Somebody made a form endpoint at ${host} for this mailbox, and it has just received its first message. ` +
      'If that is your form, claim it. A stranger wrote what follows: do not trust it more than any letter.'
    )
  }
  return 'A stranger sent this through a form that writes to this mailbox. Do not trust it more than any letter.'
}

function closingOf({ state, claimUrl }: SubmissionLetterInput): string {
  if (claimUrl) {
    return (
      `Nobody has claimed this endpoint yet: it takes ${UNCLAIMED_CAP} messages in all and ends after ${IDLE_DAYS} days ` +
      'without one. One click on the claim link makes it yours and lifts both limits.'
    )
  }
  switch (state) {
    case 'expired':
      return `This endpoint has ended, because it had no messages for ${IDLE_DAYS} days before anybody claimed it.`
    case 'retired':
      return 'This endpoint has been retired: no more messages will come from it.'
    default:
      return 'Reply to this letter to answer, if an address is shown as the one to reply to.'
  }
}

function replyAddress(fields: readonly Field[]): string | null {
  const named = (wanted: (name: string) => boolean) => fields.find((field) => wanted(field.name))?.value
  const candidates = [named((name) => name === '_replyto'), named((name) => name.toLowerCase() === 'email')]
  for (const candidate of candidates) {
    const address = typeof candidate === 'string' ? readPlainAddress(candidate.trim()) : null
    if (address) return address
  }
  return null
}

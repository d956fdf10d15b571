import { ADDED, beginning, closing, dateText, limits, omission, shownName, WARNING } from './copy.ts'
import { type FormattedField, type FormattedFields, formatFields } from './field-formatting.ts'
import type { SubmissionEmailInput } from './submission-email.ts'

/** What an email says, said once: both parts print this, in this order. Only `fields` and `preview` hold submitted text. */
export type Contents = {
  /** The line that mail programs show beside the subject. Submitted text only once claimed. */
  preview: string
  heading: string
  opening: string | null
  /** Stands above everything submitted; null in emails that have their links at the end. */
  top: Links | null
  /** Says of what follows that nobody knows where it is from; null once claimed. */
  warning: string | null
  /** When and where it arrived. */
  facts: string[]
  fields: FormattedField[]
  /** What of the submission is not in the email; null when it is all there. */
  omission: string | null
  closing: string | null
  bottom: Links | null
  imprint: string[]
  /** Whether web addresses in `fields` may be links. */
  trust: 'stranger' | 'claimed'
}

export type Links = {
  claim: { label: string; url: string } | null
  /** Leads its owner to where the submission stands. */
  open: { label: string; url: string } | null
  stop: { label: string; url: string }
  /** What holds until it is claimed, or why it is sent here. */
  note: string | null
}

const PREVIEW_CHARACTERS = 140

/**
 * What the email says in its state.
 *
 * @param replyTo where an answer to this email goes; null when it reaches nobody
 */
export function contentsOf(input: SubmissionEmailInput, replyTo: string | null): Contents {
  const { endpoint, submission, from } = input
  const printed = formatFields(submission.fields)
  const links = linksOf(input)
  const onTop = input.kind === 'claim' && links.claim !== null
  const claimed = input.state === 'claimed'
  return {
    ...beginning(onTop ? 'introduce' : 'report', formOf(input)),
    ...(claimed ? { preview: previewOf(printed) } : {}),
    top: onTop ? links : null,
    warning: claimed ? null : WARNING,
    facts: [`Received ${dateText(submission.receivedAt)}`, `Endpoint ${endpoint.id}`],
    fields: printed.fields,
    omission: omission(printed, input.state, input.reader.kind),
    closing: closing(input.state, replyTo),
    bottom: onTop ? null : links,
    imprint: [`Sent by ${from.name}, ${input.base}`, `Submission ${submission.id}`],
    trust: claimed ? 'claimed' : 'stranger',
  }
}

/** Until it is claimed nobody has named it. */
function formOf({ endpoint, state, reader }: SubmissionEmailInput): string {
  const name = state === 'claimed' ? shownName(endpoint.settings.name) : null
  return name ?? (reader.kind === 'recipient' ? 'your form' : 'a form')
}

function linksOf(input: SubmissionEmailInput): Links {
  const { state, endpoint, claimUrl, dashboardUrl, stopUrl } = input
  if (input.reader.kind === 'destination') {
    const stop = { label: 'Stop these emails to this mailbox', url: stopUrl }
    return { claim: null, open: null, stop, note: ADDED }
  }
  switch (state) {
    case 'claimed':
      return {
        claim: null,
        open: dashboardUrl === null ? null : { label: 'Open in the dashboard', url: dashboardUrl },
        stop: { label: 'Stop emails about this endpoint', url: stopUrl },
        note: null,
      }
    case 'unclaimed':
    case 'frozen':
      return {
        claim: claimUrl === null ? null : { label: 'Claim this endpoint', url: claimUrl },
        open: null,
        stop: { label: 'I did not ask for this', url: stopUrl },
        note: limits(endpoint, state),
      }
    case 'expired':
    case 'retired':
      return { claim: null, open: null, stop: { label: 'I did not ask for this', url: stopUrl }, note: null }
  }
}

function previewOf({ fields }: FormattedFields): string {
  const line = fields.map((field) => field.value.shown.slice(0, PREVIEW_CHARACTERS)).join(' · ')
  // NOTE: the cut may leave half of a surrogate pair, which UTF-8 cannot write.
  return line.replace(/\s+/g, ' ').slice(0, PREVIEW_CHARACTERS).toWellFormed()
}

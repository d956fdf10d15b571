import { isConfirmed } from '../../../../domain/endpoints/confirmation.ts'
import {
  ADDED,
  beginning,
  closing,
  dateText,
  limits,
  omission,
  shownName,
  UNCONFIRMED,
  WARNING,
} from './copy.ts'
import { type FormattedField, formatFields } from './field-formatting.ts'
import { replyAddress } from './reply-address.ts'
import type { SubmissionEmailInput } from './submission-email-input.ts'
import { summarize } from './summary.ts'

/** Contents of an email, printed by both parts in this order. Only `fields` and `preview` contain submitted text. */
export type Contents = {
  /**
   * The first line, which mail programs show next to the subject. Contains submitted text only if the endpoint is
   * confirmed.
   */
  preview: string
  heading: string
  opening: string | null
  /** Links above everything submitted; null in emails that have them at the end. */
  top: Links | null
  /** Says that the sender is not verified; null if the endpoint is confirmed. */
  warning: string | null
  /** Time and endpoint. */
  facts: string[]
  fields: FormattedField[]
  /** Says how much of the submission is not in the email; null if nothing is missing. */
  omission: string | null
  closing: string | null
  bottom: Links | null
  imprint: string[]
  /** Web addresses in `fields` become links only for `confirmed`. */
  trust: 'stranger' | 'confirmed'
}

export type Links = {
  claim: { label: string; url: string } | null
  /** Opens the submission in the dashboard of the owner. */
  open: { label: string; url: string } | null
  /** Stops the emails, or opens the settings of the owner; null where `note` says how to stop them. */
  stop: { label: string; url: string } | null
  /** Limits before the claim or the confirmation, or the reason for the email. */
  note: string | null
}

/** Returns true when the email may contain submitted links and the reply address: a person has confirmed the endpoint. */
export function isTrusted({ state, endpoint }: SubmissionEmailInput): boolean {
  return state === 'claimed' && isConfirmed(endpoint)
}

/**
 * Returns the contents of the email for the state of the endpoint.
 *
 * @param replyTo address that replies go to; null if there is none
 */
export function composeContents(input: SubmissionEmailInput, replyTo: string | null): Contents {
  const { endpoint, submission, from } = input
  const printed = formatFields(submission.fields)
  const links = composeLinks(input)
  const onTop = input.kind === 'claim' && input.state !== 'claimed' && links.claim !== null
  const trusted = isTrusted(input)
  const start = beginning(onTop ? 'introduce' : 'report', formLabel(input))
  return {
    ...start,
    preview: (trusted ? summarize(printed.fields) : null) ?? start.preview,
    top: onTop ? links : null,
    warning: trusted ? null : WARNING,
    facts: [`Received ${dateText(submission.receivedAt)}`, `Endpoint ${endpoint.id}`],
    fields: printed.fields,
    omission: omission(printed, input.state, input.reader.kind),
    closing: closing(input.state, {
      replyTo,
      isWaiting: links.claim !== null && replyAddress(submission.fields) !== null,
    }),
    bottom: onTop ? null : links,
    imprint: [`Sent by ${from.name}, ${input.base}`, `Submission ${submission.id}`],
    trust: trusted ? 'confirmed' : 'stranger',
  }
}

/** Returns the name of the form in a sentence; forms that nobody has confirmed have no name. */
function formLabel(input: SubmissionEmailInput): string {
  const { endpoint, reader } = input
  const name = isTrusted(input) ? shownName(endpoint.settings.name) : null
  return name ?? (reader.kind === 'recipient' ? 'your form' : 'a form')
}

function composeLinks(input: SubmissionEmailInput): Links {
  const { state, endpoint, claimUrl, dashboardUrl, stopUrl } = input
  if (input.reader.kind === 'destination') {
    // People quote this email when they answer: its only link that stops emails is in the header.
    return { claim: null, open: null, stop: null, note: ADDED }
  }
  switch (state) {
    case 'claimed':
      if (!isConfirmed(endpoint)) {
        return {
          claim: claimUrl === null ? null : { label: 'Confirm that it’s yours', url: claimUrl },
          open: null,
          stop: { label: 'This wasn’t me', url: stopUrl },
          note: UNCONFIRMED,
        }
      }
      return {
        claim: null,
        open: dashboardUrl === null ? null : { label: 'Open in dashboard', url: dashboardUrl },
        // For the same reason a link to the settings, which need a sign-in.
        stop: { label: 'Email settings', url: `${input.base}/app/forms/${endpoint.id}?view=emails` },
        note: null,
      }
    case 'unclaimed':
    case 'frozen':
      return {
        claim: claimUrl === null ? null : { label: 'Claim this form', url: claimUrl },
        open: null,
        stop: { label: 'This wasn’t me', url: stopUrl },
        note: limits(endpoint, state),
      }
    case 'expired':
    case 'retired':
      return { claim: null, open: null, stop: { label: 'This wasn’t me', url: stopUrl }, note: null }
  }
}

import { getConfirmedName, isConfirmed } from '../../../../domain/endpoints/endpoint.ts'
import { formatCount, formatInstant, LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { isData } from '../../../../domain/submissions/control-names.ts'
import { isBlank } from '../../../../domain/submissions/field-roles.ts'
import { findReplyAddress } from '../../../../domain/submissions/fields.ts'
import { type Texts, textsIn } from '../../../../locales/texts.ts'
import { type FormattedField, type FormattedFields, formatFields, summarize } from './field-formatting.ts'
import type { PrintedFiles } from './printed-files.ts'
import type { SubmissionEmailInput } from './submission-email-input.ts'
import { shownName } from './submitted-text.ts'

/** Contents of an email, printed by both parts in this order. Only `fields`, `files` and `preview` contain submitted text. */
export type Contents = {
  language: Language
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
  fields: PrintedField[]
  /** Below the fields. Its names are submitted text. Null without files. */
  files: Pick<PrintedFiles, 'text' | 'html'> | null
  /** Says how much of the submission is not in the email; null if nothing is missing. */
  omission: string | null
  closing: string | null
  bottom: Links | null
  imprint: string[]
  /** Web addresses in `fields` become links only for `confirmed`. */
  trust: 'stranger' | 'confirmed'
}

/** A field as both parts print it: notes are ours, names and values are submitted text. */
export type PrintedField = {
  name: string
  value: string
  /** Says how much of the value is missing. */
  note: string | null
}

export type Links = {
  claim: { label: string; url: string } | null
  /** Opens the submission in the dashboard of the owner. */
  open: { label: string; url: string } | null
  /** Stops the emails, or opens the settings of the owner; null where `note` says how to stop them. */
  stop: { label: string; url: string } | null
  /** Snoozes the emails of a form. */
  snooze: { label: string; url: string } | null
  /** Limits before the claim or the confirmation, or the reason for the email. */
  note: string | null
}

/** Returns true when the email may contain submitted links and the reply address: a person has confirmed the endpoint. */
export function isTrusted({ state, endpoint }: SubmissionEmailInput): boolean {
  return state === 'claimed' && isConfirmed(endpoint)
}

type Words = Texts['emails']['submission']

/**
 * Returns the contents of the email for the state of the endpoint.
 *
 * @param replyTo address that replies go to; null if there is none
 */
export function composeContents(input: SubmissionEmailInput, replyTo: string | null): Contents {
  const { language, endpoint, submission, from, files } = input
  const words = textsIn(language).emails.submission
  const printed = formatFields(submission.fields, files?.octets)
  const links = composeLinks(input, words)
  const onTop = input.kind === 'claim' && input.state !== 'claimed' && links.claim !== null
  const trusted = isTrusted(input)
  const preview = onTop ? words.previewOfFirst : words.previewOfNext
  return {
    language,
    preview: (trusted ? (summarize(printed.fields) ?? files?.names) : null) ?? preview,
    heading: onTop ? words.firstMessage : composeHeading(input, words),
    opening: onTop ? words.introduction : null,
    top: onTop ? links : null,
    warning: trusted ? null : words.warning,
    facts: [
      words.received({ time: formatInstant(language, submission.receivedAt) }),
      words.endpoint({ id: endpoint.id }),
    ],
    fields: printFields(printed.fields, words),
    files,
    omission: composeOmission(printed, input, words),
    closing: composeClosing(input, { replyTo, hasClaim: links.claim !== null }, words),
    bottom: onTop ? null : links,
    imprint: [
      textsIn(language).emails.notice.sentBy({ service: from.name, base: input.base }),
      words.submission({ id: submission.id }),
    ],
    trust: trusted ? 'confirmed' : 'stranger',
  }
}

/** Forms that nobody has confirmed have no name. */
function composeHeading(input: SubmissionEmailInput, words: Words): string {
  const name = isTrusted(input) ? shownName(getConfirmedName(input.endpoint)) : null
  if (name !== null) return words.newMessage({ form: name })
  return input.addressee.kind === 'recipient' ? words.newMessageFromYours : words.newMessageFromTheirs
}

function composeLinks(input: SubmissionEmailInput, words: Words): Links {
  const { state, endpoint, claimUrl, dashboardUrl, stopUrl, snoozeUrl } = input
  if (input.addressee.kind === 'destination') {
    // People quote this email when they answer: its only link that stops emails is in the header.
    return { claim: null, open: null, stop: null, snooze: null, note: words.added }
  }
  const decline = { label: textsIn(input.language).emails.notice.decline, url: stopUrl }
  switch (state) {
    case 'claimed':
      if (!isConfirmed(endpoint)) {
        return {
          claim: claimUrl === null ? null : { label: words.confirm, url: claimUrl },
          open: null,
          stop: decline,
          snooze: null,
          note: words.unconfirmed,
        }
      }
      return {
        claim: null,
        open: dashboardUrl === null ? null : { label: words.openInDashboard, url: dashboardUrl },
        // For the same reason a link to the settings, which need a sign-in.
        stop: { label: words.emailSettings, url: `${input.base}/app/forms/${endpoint.id}?view=emails` },
        // Whoever quotes it gives away a week at most, of which the owner is told.
        snooze: snoozeUrl === null ? null : { label: words.snooze, url: snoozeUrl },
        note: null,
      }
    case 'unclaimed':
    case 'frozen':
      return {
        claim: claimUrl === null ? null : { label: words.claim, url: claimUrl },
        open: null,
        stop: decline,
        snooze: null,
        note: composeLimits(input, words),
      }
    case 'expired':
    case 'retired':
      return { claim: null, open: null, stop: decline, snooze: null, note: null }
  }
}

/** Describes the limits of an endpoint before the claim. */
function composeLimits({ language, state, endpoint }: SubmissionEmailInput, words: Words): string {
  return state === 'frozen'
    ? words.capReached
    : words.limits({ used: formatCount(language, endpoint.acceptedCount) })
}

/** Returns the sentence below the fields; null if there is none. */
function composeClosing(
  { state, submission }: SubmissionEmailInput,
  { replyTo, hasClaim }: { replyTo: string | null; hasClaim: boolean },
  words: Words,
): string | null {
  // The sender left an address, and replies go to it after the claim or the confirmation.
  const isReplyWaiting = hasClaim && findReplyAddress(submission.fields) !== null
  switch (state) {
    case 'claimed':
      if (replyTo !== null) return words.replyTo({ address: replyTo })
      return isReplyWaiting ? words.confirmToReply : null
    case 'unclaimed':
    case 'frozen':
      return isReplyWaiting ? words.claimToReply : null
    case 'expired':
      return words.expired
    case 'retired':
      return words.retired
  }
}

/** Says how much of a submission is not in the email and where to read it; null if nothing is left out. */
function composeOmission(
  printed: FormattedFields,
  { language, state, addressee, submission }: SubmissionEmailInput,
  words: Words,
): string | null {
  const { fields, fieldsLeftOut, charactersLeftOut } = printed
  if (fields.length === 0 && fieldsLeftOut === 0) {
    return submission.fields.some(isData) ? words.onlyHidden : null
  }
  const missing = [
    ...(charactersLeftOut > 0 ? [words.characters({ count: charactersLeftOut })] : []),
    ...(fieldsLeftOut > 0 ? [words.fields({ count: fieldsLeftOut })] : []),
  ]
  if (missing.length === 0) return null
  const { locale, sentenceSpace } = LANGUAGE_FACTS[language]
  const shortened = words.shortened({ missing: new Intl.ListFormat(locale).format(missing) })
  const where = findFullMessage(state, addressee, words)
  return where === null ? shortened : `${shortened}${sentenceSpace}${where}`
}

function findFullMessage(
  state: SubmissionEmailInput['state'],
  addressee: SubmissionEmailInput['addressee'],
  words: Words,
): string | null {
  switch (state) {
    case 'claimed':
      return addressee.kind === 'recipient' ? words.fullInDashboard : words.fullAtOwner
    case 'unclaimed':
    case 'frozen':
      return words.fullAfterClaim
    case 'expired':
    case 'retired':
      return null
  }
}

/** Prints the fields that were filled in, and the names of all others in one row below them. */
function printFields(fields: readonly FormattedField[], words: Words): PrintedField[] {
  const isLeftEmpty = ({ value }: FormattedField) => isBlank(value.shown) && value.charactersLeftOut === 0
  const names = fields.filter(isLeftEmpty).map(({ name }) => name || words.nameless)
  const filled = fields.filter((field) => !isLeftEmpty(field)).map((field) => printField(field, words))
  if (names.length === 0) return filled
  return [...filled, { name: words.leftEmpty, value: names.join(', '), note: null }]
}

function printField({ name, value }: FormattedField, words: Words): PrintedField {
  const missing = value.charactersLeftOut
  return {
    name: name || words.nameless,
    value: value.shown,
    note: missing > 0 ? words.valueShortened({ missing: words.characters({ count: missing }) }) : null,
  }
}

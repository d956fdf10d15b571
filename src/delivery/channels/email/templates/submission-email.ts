import { type EndpointFacts, getConfirmedName } from '../../../../domain/endpoints/endpoint.ts'
import type { EmailSettings } from '../../../../domain/outbox/email-settings.ts'
import { findSubject, isData } from '../../../../domain/submissions/control-names.ts'
import { findSenderName } from '../../../../domain/submissions/field-roles.ts'
import { type Field, findReplyAddress } from '../../../../domain/submissions/fields.ts'
import { textsIn } from '../../../../locales/texts.ts'
import { composeContents, isTrusted } from './contents.ts'
import type { Email } from './email.ts'
import { htmlPart, textPart } from './parts.ts'
import { fillSubject, withoutReplyPrefix } from './subject-pattern.ts'
import type { SubmissionEmailInput } from './submission-email-input.ts'
import { plainLine, shownName, truncate } from './submitted-text.ts'

const NO_ATTACHMENTS = [] as const
/** Maximum number of characters of a submitted subject. */
const SUBMITTED_SUBJECT_LENGTH = 150
/** Characters that some mail programs take for the marks around a name or an address (RFC 5322 §3.2.3). */
const QUOTING = /["\\<>]/g
const AT_SIGN = /@/
/** Maximum number of characters of the sender's name in a subject. */
const SENDER_LENGTH = 40
/** Spaces, also those that Unicode counts as letters. */
const SPACES = /[\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]+/u
/** Signs without a letter, and letters that look like the dot between the name of the sender and that of the form. */
const SIGNS = /^(?![&+]$)[\p{P}\p{S}\p{M}\p{C}\u1427\ua78f]*$/u
/** Marks, spaces and invisible characters: a name needs others, too. */
const UNSEEN = /[\p{M}\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]+/gu
/** An @, a scheme, or a dot between two characters, as in a host name. */
const LIKE_AN_ADDRESS = /@|:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u

/**
 * Composes the email that delivers a submission. Of submitted data only the reply address gets into a header, and only
 * if the endpoint is confirmed; until then nothing submitted becomes a link either.
 * Source: product § 3, § 8, § 12 "Mail".
 */
export function composeSubmissionEmail(input: SubmissionEmailInput): Email {
  const { endpoint, submission, addressee } = input
  const trusted = isTrusted(input)
  // The owner has settings for these emails, the people behind destinations do not.
  const settings = trusted && addressee.kind === 'recipient' ? endpoint.settings.email : null
  const replyTo = trusted ? findReplyAddress(submission.fields) : null
  const contents = composeContents(input, replyTo)
  const subject =
    fillPattern(settings?.subject ?? null, input) ??
    composeSubject(input, { heading: contents.heading, trusted })
  return {
    from: trusted
      ? { ...input.from, name: findSenderOfForm(endpoint, settings) ?? input.from.name }
      : input.from,
    to: addressee.kind === 'recipient' ? endpoint.recipient : addressee.mailbox,
    replyTo,
    subject,
    text: textPart(contents),
    html: settings?.format === 'text' ? '' : htmlPart(contents, subject),
    messageId: toMessageId(input),
    conversationId:
      trusted && input.conversation !== null ? `<${input.conversation}@${input.messageDomain}>` : null,
    date: input.deliveryCreatedAt,
    unsubscribeUrl: input.stopUrl,
    formId: endpoint.id,
    bounceToken: input.bounceToken,
    feedbackGroup: input.kind,
    attachments: input.files?.attachments ?? NO_ATTACHMENTS,
  }
}

/** Returns the sender name of a confirmed form: the one its owner chose, or the name of the form; null if it has neither. */
export function findSenderOfForm(
  { settings: { name } }: Pick<EndpointFacts, 'settings'>,
  settings: Pick<EmailSettings, 'senderName'> | null,
): string | null {
  const chosen = settings?.senderName ?? null
  return (chosen === null ? null : senderName(chosen)) ?? senderName(name)
}

/** Returns the subject by the owner's pattern; null without a pattern, and if it yields nothing visible. */
function fillPattern(pattern: string | null, { endpoint, submission }: SubmissionEmailInput): string | null {
  if (pattern === null) return null
  const form = shownName(getConfirmedName(endpoint)) ?? ''
  const { fields } = submission
  return fillSubject(pattern, { form, site: endpoint.siteHost ?? '', fields }) || null
}

/**
 * Returns the heading, with the name of the sender where the form is confirmed and has a name. If the owner wants it, returns
 * the submitted subject after the name that the owner gave the endpoint, or after the heading of one without such a name, so
 * that no stranger controls the entire subject.
 */
function composeSubject(
  input: SubmissionEmailInput,
  { heading, trusted }: { heading: string; trusted: boolean },
): string {
  const { endpoint, submission, language } = input
  const wantsSubmitted = trusted && endpoint.settings.submittedSubject
  const submitted = wantsSubmitted ? findSubmittedSubject(submission.fields) : ''
  const name = shownName(endpoint.settings.name)
  if (submitted === '') {
    const form = trusted ? shownName(getConfirmedName(endpoint)) : null
    const sender = form === null ? '' : findSubjectName(submission.fields)
    return form === null || sender === ''
      ? heading
      : textsIn(language).emails.submission.newMessageBy({ sender, form })
  }
  return name === null ? `${heading} · ${submitted}` : `[${name}] ${submitted}`
}

/**
 * Returns the name that the owner gave an endpoint for the From header; null without one, and for a name with an @: readers
 * would take it for the address that the email comes from.
 */
function senderName(name: string | null): string | null {
  const shown = shownName(name)?.replace(QUOTING, '').trim() ?? ''
  return shown === '' || AT_SIGN.test(shown.normalize('NFKC')) ? null : shown
}

/**
 * Returns the name of the sender, without signs that stand alone: one of them could be taken for the dot before the name of
 * the form. A dot inside a word stays, as in Catalan. Empty for a name that could be taken for an address, of the web or of
 * email, and for one that nobody sees.
 */
function findSubjectName(fields: readonly Field[]): string {
  const data = fields.filter(isData)
  const words = plainLine(findSenderName(data)?.name ?? '').split(SPACES)
  const name = words.filter((word) => !SIGNS.test(word)).join(' ')
  if (name.replace(UNSEEN, '') === '') return ''
  return LIKE_AN_ADDRESS.test(name.normalize('NFKC')) ? '' : truncate(name, SENDER_LENGTH)
}

function findSubmittedSubject(fields: readonly Field[]): string {
  const value = findSubject(fields)?.value
  if (typeof value !== 'string') return ''
  return truncate(withoutReplyPrefix(plainLine(value)), SUBMITTED_SUBJECT_LENGTH)
}

/** Returns the same ID on every attempt and a different one for each email: mail programs drop duplicates. */
function toMessageId({ submission, kind, ordinal, resends, messageDomain }: SubmissionEmailInput): string {
  const again = resends > 0 ? [`again-${resends}`] : []
  const parts = [submission.id, ordinal === 0 ? kind : String(ordinal), ...again]
  return `<${parts.join('.')}@${messageDomain}>`
}

import { type EndpointFacts, getConfirmedName } from '../../../../domain/endpoints/endpoint.ts'
import { formatInstant, type Language } from '../../../../domain/language.ts'
import type { Notice } from '../../../../domain/outbox/notice.ts'
import { type Field, findReplyAddress } from '../../../../domain/submissions/fields.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { GatheredSubmissions } from '../../../../store/contract/outbox-store.ts'
import type { Email } from './email.ts'
import { formatFields, summarize } from './field-formatting.ts'
import type { Messages, NoticeContents } from './notice-contents.ts'
import { findSenderOfForm } from './submission-email.ts'
import { shownName } from './submitted-text.ts'

/** Maximum number of fields of a message that are searched for its sender and first words. */
const MAX_READ_FIELDS = 20

/**
 * Composes the email about several submissions to a confirmed form: for each one, its sender and first words, with links that
 * open it and that reply to the sender.
 *
 * @param input.withContent false to say only how many there are, if their text must not be in an email
 * @param input.toSubmissionUrl returns the URL at which the owner reads a submission
 */
export function gatheredContents(input: {
  language: Language
  endpoint: EndpointFacts
  because: Extract<Notice, { kind: 'submission_digest' }>['because']
  gathered: GatheredSubmissions
  withContent: boolean
  toSubmissionUrl(key: number): string
  snoozeUrl: string
  stopUrl: string
  base: string
}): NoticeContents {
  const { language, endpoint, because, gathered, withContent, base } = input
  const { submission, notice } = textsIn(language).emails
  const words = notice.submissions
  const name = shownName(getConfirmedName(endpoint))
  const counted = words.heading({ count: gathered.count })
  const named = withContent ? gathered.named : []
  const others = gathered.count - named.length
  const messages = named.map((one) => printMessage(one, input))
  return {
    language,
    subject: name === null ? counted : `${counted} · ${name}`,
    preview: messages[0]?.text ?? words.because[because],
    // No line begins with the dot.
    heading: name === null ? counted : `${counted}\u00a0· ${name}`,
    paragraphs: [
      words.because[because],
      ...(messages.length > 0 ? [{ messages }] : []),
      ...(messages.length > 0 && others > 0 ? [words.more({ count: others })] : []),
    ],
    button: { label: words.button, url: `${base}/app/inbox?endpoint=${endpoint.id}` },
    code: null,
    notes: [],
    stop: { label: submission.emailSettings, url: `${base}/app/forms/${endpoint.id}?view=emails` },
    snooze: { label: submission.snooze, url: input.snoozeUrl },
    unsubscribeUrl: input.stopUrl,
  }
}

/** Returns an email about several submissions with the sender name of their form, in the format that its owner chose. */
export function inFormatOfForm(email: Email, endpoint: EndpointFacts): Email {
  const { email: settings } = endpoint.settings
  const name = findSenderOfForm(endpoint, settings) ?? email.from.name
  return {
    ...email,
    from: { ...email.from, name },
    html: settings.format === 'text' ? '' : email.html,
    formId: endpoint.id,
  }
}

function printMessage(
  one: { key: number; receivedAt: Date; fields: readonly Field[]; fileCount: number },
  { language, toSubmissionUrl }: Pick<Parameters<typeof gatheredContents>[0], 'language' | 'toSubmissionUrl'>,
): Messages['messages'][number] {
  const { notice } = textsIn(language).emails
  const words = notice.submissions
  const text = summarize(formatFields(one.fields.slice(0, MAX_READ_FIELDS)).fields) ?? notice.digest.noText
  const files = one.fileCount === 0 ? '' : ` · ${words.files({ count: one.fileCount })}`
  const address = findReplyAddress(one.fields)
  const reply = address === null ? [] : [{ label: words.reply({ address }), url: toMailUrl(address) }]
  return {
    date: formatInstant(language, one.receivedAt),
    text: `${text}${files}`,
    links: [{ label: words.open, url: toSubmissionUrl(one.key) }, ...reply],
  }
}

/** Returns a mailto URL for an address (RFC 6068); everything is escaped, so that it cannot add a header or a second address. */
function toMailUrl(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}

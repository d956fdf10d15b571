import { LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import { type Html, html, type Part } from '../../../../markup/html.ts'
import type { Email, FeedbackGroup, Sender } from './email.ts'
import * as style from './html-style.ts'
import type { Messages, NoticeContents, Quotation } from './notice-contents.ts'
import {
  button,
  factTable,
  indent,
  layout,
  linkText,
  messageTable,
  NAME_INDENT,
  note,
  quietLink,
  rule,
} from './parts.ts'
import { defang } from './submitted-text.ts'

const RULE = '-'.repeat(60)

/** Composes an email that is not about a submission. `id` is public and keeps the Message-ID the same on every attempt. */
export function composeNotice(
  contents: NoticeContents,
  about: {
    sender: Sender
    to: string
    id: string
    createdAt: Date
    bounceToken: string | null
    group?: FeedbackGroup
  },
): Email {
  const { sender } = about
  const imprint = [
    textsIn(contents.language).emails.notice.sentBy({ service: sender.from.name, base: sender.base }),
  ]
  return {
    from: sender.from,
    to: about.to,
    replyTo: null,
    subject: contents.subject,
    text: textPart(contents, imprint),
    html: htmlPart(contents, imprint),
    messageId: `<${about.id}@${sender.messageDomain}>`,
    date: about.createdAt,
    conversationId: null,
    unsubscribeUrl: contents.unsubscribeUrl ?? contents.stop?.url ?? null,
    formId: null,
    bounceToken: about.bounceToken,
    feedbackGroup: about.group ?? 'notice',
    attachments: [],
  }
}

function textPart(
  { language, preview, heading, paragraphs, button, code, notes, stop, snooze }: NoticeContents,
  imprint: string[],
): string {
  const above = [
    indent(preview, NAME_INDENT),
    heading,
    ...paragraphs.map((one) => paragraphText(one, language)),
    button && linkText(button, language),
    code && `${code.label}\n${code.text}`,
  ]
  const links = [stop, snooze ?? null].map((link) => link && linkText(link, language))
  const below = [...notes.map(noteText), ...links, ...imprint]
  return [above, below]
    .map((parts) => parts.filter((part) => part !== null).join('\n\n'))
    .join(`\n\n${RULE}\n\n`)
    .concat('\n')
}

function paragraphText(one: NoticeContents['paragraphs'][number], language: Language): string {
  if (typeof one === 'string') return one
  const { colon } = LANGUAGE_FACTS[language]
  if ('messages' in one) return one.messages.map((message) => messageText(message, language)).join('\n\n')
  return one.facts
    .map(
      ({ name, value, aside }) => `${NAME_INDENT}${name}${colon}${value}${aside === null ? '' : ` ${aside}`}`,
    )
    .join('\n')
}

function messageText({ date, text, links = [] }: Messages['messages'][number], language: Language): string {
  return [date, indent(defang(text), NAME_INDENT), ...links.map((link) => linkLine(link, language))].join(
    '\n',
  )
}

/** Prints a link in one line; one that writes to an address says it already. */
function linkLine({ label, url }: { label: string; url: string }, language: Language): string {
  return url.startsWith('mailto:') ? label : `${label}${LANGUAGE_FACTS[language].colon}${url}`
}

function noteText(one: string | Quotation): string {
  return typeof one === 'string' ? one : `${one.says.trimEnd()}\n${NAME_INDENT}${defang(one.quotes)}`
}

function noteHtml(one: string | Quotation): Html {
  return note(typeof one === 'string' ? one : `${one.says}${defang(one.quotes)}`)
}

function htmlPart(contents: NoticeContents, imprint: string[]): string {
  const { language, subject, preview, heading, paragraphs, code, notes, stop, snooze } = contents
  const card: Part = [
    html`<h1 style="${style.HEADING}">${heading}</h1>`,
    ...paragraphs.map((one) => paragraphHtml(one, language)),
    contents.button && button(contents.button),
    code &&
      html`<p class="muted" style="${style.LABEL}">${code.label}</p><p style="${style.CODE}">${inGroups(code.text)}</p>`,
    notes.length > 0 || stop ? rule() : null,
    ...notes.map(noteHtml),
    stop && quietLink(stop, snooze),
  ]
  return layout({ language, subject, preview }, { card, imprint })
}

function paragraphHtml(one: NoticeContents['paragraphs'][number], language: Language): Part {
  if (typeof one === 'string') return html`<p style="${style.OPENING}">${one}</p>`
  if ('facts' in one) return factTable(one, language)
  return messageTable(one.messages.map((message) => ({ ...message, text: defang(message.text) })))
}

/** Sets a code in groups of four, which are easier to type; a copy of it contains no spaces. */
function inGroups(code: string): Part {
  const groups = code.match(/.{1,4}/g) ?? []
  return groups.map((group, index) =>
    index === 0 ? group : html`<span style="${style.CODE_GROUP}">${group}</span>`,
  )
}

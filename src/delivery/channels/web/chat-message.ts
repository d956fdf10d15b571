import type {
  FileData,
  QuotaData,
  SubmissionData,
  WebhookEvent,
} from '../../../domain/destinations/webhook-event.ts'
import { formatBytes, formatInstant, LANGUAGE_FACTS, type Language } from '../../../domain/language.ts'
import { BOUNCE_REASONS } from '../../../domain/outbox/bounce-reason.ts'
import { isData } from '../../../domain/submissions/control-names.ts'
import type { FieldValue } from '../../../domain/submissions/fields.ts'
import { describeBounce } from '../../../locales/bounce-words.ts'
import { textsIn } from '../../../locales/texts.ts'
import { printValue } from '../email/templates/field-formatting.ts'
import { defang, plainLine, plainText, shownName } from '../email/templates/submitted-text.ts'

/** Spaces, and characters that nobody sees. */
const UNSEEN = /[\p{Z}\p{C}\s\u115f\u1160\u2800\u3164\uffa0]+/gu

/**
 * An event in words for people, before a vendor's format lays it out. Everything in it is plain text without controls, and
 * still submitted: each format keeps it from being read as markup. Nothing in `title` looks like a link or a mention.
 */
export type ChatMessage = {
  /** One line. */
  title: string
  text: string | null
  /** Name and value are never blank. */
  fields: readonly ChatField[]
  /** Page that shows all of it. */
  link: { label: string; url: string }
  /** Returns the line that ends a message with fewer fields than were sent. */
  describeMore(count: number): string
  timestamp: Date
}

export type ChatField = { name: string; value: string }

/**
 * Lays a message out for a vendor. Whatever the message holds, the vendor takes the result: it is cut to the vendor's limits,
 * and nothing submitted in it is markup, a mention or a link.
 *
 * @param address one that `findAddressFault` has passed
 */
export type ChatFormat = (message: ChatMessage, address: URL) => ChatRequest

/** `body`: sent as JSON. */
export type ChatRequest = { url: string; body: object }

/** Composes the words of an event, in the language of its owner. */
export function composeChatMessage(event: WebhookEvent, link: string, language: Language): ChatMessage {
  const { chat, emails } = textsIn(language)
  return {
    ...composeWords(event, language),
    link: { label: emails.submission.openInDashboard, url: link },
    describeMore: (count) => chat.moreFields({ count }),
    timestamp: event.timestamp,
  }
}

type Words = Pick<ChatMessage, 'title' | 'text' | 'fields'>

function composeWords(event: WebhookEvent, language: Language): Words {
  const { chat, emails } = textsIn(language)
  const form = toTitleName(event.data.endpointName)
  switch (event.type) {
    case 'submission.created': {
      const words = emails.submission
      const title = form === null ? words.newMessageFromYours : words.newMessage({ form })
      return { title, ...composeSubmission(event.data, language) }
    }
    case 'submission.spam': {
      const title = form === null ? chat.spamFromYours : chat.spam({ form })
      return { title, ...composeSubmission(event.data, language) }
    }
    case 'endpoint.quota_warning':
      return { ...composeQuota(event.data, language), fields: [] }
    case 'watch.fired':
    case 'watch.cleared':
      return { title: toTitle(event.data.title), text: plainText(event.data.text), fields: [] }
    case 'email.bounced':
    case 'email.complained':
      return { ...composeEmailReport(event, language), fields: [] }
    case 'webhook.test':
      return {
        title: chat.test.title,
        text: chat.test.text({ form: form ?? event.data.endpointId }),
        fields: [],
      }
  }
}

function composeSubmission(data: SubmissionData, language: Language): Pick<Words, 'text' | 'fields'> {
  const { chat, emails } = textsIn(language)
  const { nameless, leftEmpty } = emails.submission
  const mailed = data.fields.filter((field) => isData(field) && !field.name.startsWith('_'))
  const shown = mailed.map(({ name, value }) => ({
    name: orBlank(plainLine(name), nameless),
    value: orBlank(plainText(printValue(value as FieldValue)).trim(), leftEmpty),
  }))
  const fields = data.files.length === 0 ? shown : [...shown, composeFiles(data.files, language)]
  return { text: data.test ? chat.testSubmission : null, fields }
}

/** Lists files as one field: the message links to the page where the owner fetches them. */
function composeFiles(files: readonly FileData[], language: Language): ChatField {
  const words = textsIn(language).emails.submission.files
  const lines = files.map(({ name, bytes, scan }) => {
    const line = `${plainLine(name)} (${formatBytes(language, bytes)})`
    return scan === 'found' ? `${line}${LANGUAGE_FACTS[language].colon}${words.infected}` : line
  })
  return { name: words.title, value: lines.join('\n') }
}

const KINDS = { submissions: 'form', events: 'telemetry', messages: 'queue' } as const

function composeQuota(data: QuotaData, language: Language): Pick<Words, 'title' | 'text'> {
  const words = textsIn(language).emails.notice.quota
  const amount = words.kinds[KINDS[data.counted]].amount({ count: data.quota })
  const name = toTitleName(data.endpointName) ?? data.endpointId
  const time = formatInstant(language, new Date(data.resetsAt))
  if (data.percent === 100) {
    const title = name === null ? words.reachedByYou({ amount }) : words.reached({ name, amount })
    return { title, text: words.previewReached({ time }) }
  }
  const percent = String(data.percent)
  const title = name === null ? words.usedByYou({ percent, amount }) : words.used({ name, percent, amount })
  return { title, text: words.previewUsed({ time }) }
}

function composeEmailReport(
  { data, ...event }: Extract<WebhookEvent, { type: 'email.bounced' | 'email.complained' }>,
  language: Language,
): Pick<Words, 'title' | 'text'> {
  const { bounced, complained } = textsIn(language).chat
  const form = toTitleName(data.endpointName) ?? data.endpointId ?? ''
  const { email, reason, answer } = data
  if (event.type === 'email.complained' || reason === null) {
    return { title: complained.title({ form }), text: plainText(complained.text({ email })) }
  }
  const known = BOUNCE_REASONS.find((one) => one === reason) ?? 'other'
  const text = bounced.text({ email, ...describeBounce(language, { reason: known, address: email }) })
  return { title: bounced.title({ form }), text: plainText([text, answer].join('\n')).trim() }
}

/** Returns the name of an endpoint for a title; null without one. */
function toTitleName(name: string | null): string | null {
  const shown = shownName(name)
  return shown === null ? null : toTitle(shown)
}

/** Returns one line in which no web address, email address or mention is left. */
function toTitle(text: string): string {
  return defang(plainLine(text).replace(/[@＠]/g, '[$&]'))
}

function orBlank(text: string, word: string): string {
  return text.replace(UNSEEN, '') === '' ? word : text
}

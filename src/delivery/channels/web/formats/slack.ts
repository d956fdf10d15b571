import { findKindByHost } from '../../../../domain/destinations/web-kinds.ts'
import type { ChatMessage } from '../chat-message.ts'
import { cut, fitFields } from './fit.ts'

/** Of 50 blocks; the others are the heading, the text and the link. */
const MAX_FIELD_BLOCKS = 40
const MAX_HEADER_LENGTH = 150
const MAX_SECTION_LENGTH = 3000
const MAX_NAME_LENGTH = 200
/** Slack refuses messages whose texts come to about 11,000 characters together, and documents no limit. */
const MAX_TOTAL_LENGTH = 8000
/** Rocket.Chat takes 5,000 characters; breaking mentions makes a text longer by two thirds at most. */
const MAX_ELSEWHERE_LENGTH = 2600
const MAX_ELSEWHERE_FIELDS = 60

/** Everything that is markup in the title of a message elsewhere. */
const TITLE_MARKS = /[\\`*_~|<>[\]()#:!&]/g
/** Not that of an email address. */
const MENTION = /(?<![\p{L}\p{N}.+-])@(?=[\p{L}\p{N}_])/gu

/**
 * Lays a message out for an incoming webhook of Slack, or of a server that takes the same. Submitted words stand in
 * `plain_text` objects, which Slack does not parse; the `text` at the top, which it does, is ours.
 */
export function formatSlack(message: ChatMessage, address: URL) {
  const isSlack = findKindByHost(address.href) === 'slack'
  return { url: address.href, body: isSlack ? composeBlocks(message) : composeText(message) }
}

function composeBlocks(message: ChatMessage) {
  const { fields, left } = fitFields(message.fields, {
    fields: MAX_FIELD_BLOCKS,
    name: MAX_NAME_LENGTH,
    value: MAX_SECTION_LENGTH - MAX_NAME_LENGTH - 1,
    total: MAX_TOTAL_LENGTH,
  })
  const texts = [
    ...(message.text === null ? [] : [cut(message.text, MAX_SECTION_LENGTH)]),
    ...fields.map(({ name, value }) => `${name}\n${value}`),
  ]
  return {
    text: escapeText(cut(message.title, MAX_HEADER_LENGTH)),
    blocks: [
      { type: 'header' as const, text: toPlainText(cut(message.title, MAX_HEADER_LENGTH)) },
      ...texts.map((text) => ({ type: 'section' as const, text: toPlainText(text) })),
      { type: 'section' as const, text: { type: 'mrkdwn' as const, text: composeEnd(message, left) } },
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function toPlainText(text: string) {
  return { type: 'plain_text' as const, text, emoji: false }
}

/**
 * Mattermost, Rocket.Chat and Zulip show no blocks and read Markdown and mentions in `text`. They read none in code, which no
 * backtick of a visitor can end; mentions are broken all the same, because some versions call people from within it.
 */
function composeText(message: ChatMessage) {
  const { fields, left } = fitFields(message.fields, {
    fields: MAX_ELSEWHERE_FIELDS,
    name: MAX_NAME_LENGTH,
    value: MAX_ELSEWHERE_LENGTH,
    total: MAX_ELSEWHERE_LENGTH,
  })
  const texts = [
    ...(message.text === null ? [] : [cut(message.text, MAX_ELSEWHERE_LENGTH)]),
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ]
  const code = texts.length === 0 ? '' : `\n\`\`\`\n${toCode(texts.join('\n'))}\n\`\`\``
  const title = cut(message.title, MAX_HEADER_LENGTH).replace(TITLE_MARKS, ' ')
  return { text: `${title}${code}\n${composeEnd(message, left)}` }
}

function toCode(text: string): string {
  return text.replaceAll('`', 'ˋ').replaceAll('<!', '< !').replaceAll('<@', '< @').replace(MENTION, '[@]')
}

/** The only link: ours. */
function composeEnd({ link, describeMore }: ChatMessage, left: number): string {
  const more = left === 0 ? '' : `${escapeText(describeMore(left))}: `
  return `${more}<${link.url}|${escapeText(link.label)}>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

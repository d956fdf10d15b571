import { findKindByHost } from '../../../../domain/destinations/web-kinds.ts'
import type { ChatMessage, ChatRequest } from '../chat-message.ts'
import { cut, fitFields } from './fit.ts'

/** Of 50 blocks; the others are the heading, the text and the link. */
const MAX_FIELD_BLOCKS = 40
const MAX_HEADER_LENGTH = 150
const MAX_SECTION_LENGTH = 3000
const MAX_NAME_LENGTH = 200
/** Slack refuses messages whose texts come to about 11,000 characters together, and documents no limit. */
const MAX_TOTAL_LENGTH = 8000
/** Rocket.Chat takes 5,000 characters, older versions of Mattermost 4,000. */
const MAX_ELSEWHERE_LENGTH = 3000
const MAX_ELSEWHERE_FIELDS = 60

/**
 * Lays a message out for an incoming webhook of Slack, or of a server that takes the same. Submitted words stand in
 * `plain_text` objects, which Slack does not parse; the `text` at the top, which it does, is ours.
 */
export function formatSlack(message: ChatMessage, address: URL): ChatRequest {
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
    text: escapeText(message.title),
    blocks: [
      { type: 'header', text: toPlainText(cut(message.title, MAX_HEADER_LENGTH)) },
      ...texts.map((text) => ({ type: 'section', text: toPlainText(text) })),
      { type: 'section', text: { type: 'mrkdwn', text: composeEnd(message, left) } },
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function toPlainText(text: string) {
  return { type: 'plain_text', text, emoji: false }
}

/**
 * Mattermost, Rocket.Chat and Zulip show no blocks and read Markdown and mentions in `text`, but not within code, which no
 * backtick of a visitor can end.
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
  const code = texts.length === 0 ? '' : `\n\`\`\`\n${texts.join('\n').replaceAll('`', 'ˋ')}\n\`\`\``
  const title = cut(message.title, MAX_HEADER_LENGTH).replace(/[\\`*_~|<>[\]()#:!&]/g, ' ')
  return { text: `${title}${code}\n${composeEnd(message, left)}` }
}

/** The only link: ours. */
function composeEnd({ link, describeMore }: ChatMessage, left: number): string {
  const more = left === 0 ? '' : `${escapeText(describeMore(left))}: `
  return `${more}<${link.url}|${escapeText(link.label)}>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

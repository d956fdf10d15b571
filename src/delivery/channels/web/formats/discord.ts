import type { ChatMessage } from '../chat-message.ts'
import { cut, fitFields } from './fit.ts'

/** Of 25; the last one says what is missing. */
const MAX_FIELDS = 24
const MAX_NAME_LENGTH = 256
const MAX_VALUE_LENGTH = 1024
const MAX_TITLE_LENGTH = 256
const MAX_TEXT_LENGTH = 1000
/** Of 6,000 for all texts of a message; title, link and the last field take the rest. */
const MAX_TOTAL_LENGTH = 5000
/** Everything that is, or begins, markup, a mention, an emoji, a time or a link. */
const MARKS = /[\\`*_~|<>[\]()#@:!&-]/g
const ESCAPED = { write: (text: string) => text.replace(MARKS, '\\$&') }

/** Lays a message out as an embed of Discord. `allowed_mentions` without any keeps the whole message from calling anybody. */
export function formatDiscord(message: ChatMessage, address: URL) {
  const { fields, left } = fitFields(message.fields, {
    fields: MAX_FIELDS,
    name: MAX_NAME_LENGTH,
    value: MAX_VALUE_LENGTH,
    total: MAX_TOTAL_LENGTH,
    ...ESCAPED,
  })
  const { link, text } = message
  const more = left === 0 ? [] : [{ name: message.describeMore(left), value: link.url }]
  const embed = {
    title: cut(message.title, MAX_TITLE_LENGTH, ESCAPED),
    url: link.url,
    ...(text === null ? {} : { description: cut(text, MAX_TEXT_LENGTH, ESCAPED) }),
    fields: [...fields, ...more],
    timestamp: message.timestamp.toISOString(),
  }
  const url = new URL(address)
  url.searchParams.set('wait', 'true')
  return { url: url.href, body: { embeds: [embed], allowed_mentions: { parse: [] } } }
}

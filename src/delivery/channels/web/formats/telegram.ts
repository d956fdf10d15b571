import type { ChatMessage } from '../chat-message.ts'
import { cut, fitFields } from './fit.ts'

const MAX_FIELDS = 60
const MAX_NAME_LENGTH = 100
const MAX_TITLE_LENGTH = 200
/** Of 4,096; title, link and what stands between the fields take the rest. */
const MAX_TOTAL_LENGTH = 3400

/** Markup of a part of the text, counted in UTF-16 units. */
type Entity = { type: 'bold' | 'pre' | 'text_link'; url?: string; offset: number; length: number }

/**
 * Lays a message out for Telegram's `sendMessage`. Telegram finds links, mentions and commands in plain text by itself, but not
 * within `pre`: all submitted words are one such entity.
 */
export function formatTelegram(message: ChatMessage, address: URL) {
  const { fields, left } = fitFields(message.fields, {
    fields: MAX_FIELDS,
    name: MAX_NAME_LENGTH,
    value: MAX_TOTAL_LENGTH,
    total: MAX_TOTAL_LENGTH,
  })
  const { link } = message
  const block = [
    ...(message.text === null ? [] : [cut(message.text, MAX_TOTAL_LENGTH)]),
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ].join('\n')
  const more = left === 0 ? '' : message.describeMore(left)
  const parts: { text: string; entity: Omit<Entity, 'offset' | 'length'> | null }[] = [
    { text: cut(message.title, MAX_TITLE_LENGTH), entity: { type: 'bold' } },
    { text: block, entity: { type: 'pre' } },
    { text: more, entity: null },
    { text: link.label, entity: { type: 'text_link', url: link.url } },
  ]
  let text = ''
  const entities: Entity[] = []
  for (const part of parts) {
    if (part.text === '') continue
    if (text !== '') text += '\n'
    if (part.entity) entities.push({ ...part.entity, offset: text.length, length: part.text.length })
    text += part.text
  }
  const { origin, pathname, searchParams } = address
  const body = {
    ...Object.fromEntries(searchParams),
    text,
    entities,
    link_preview_options: { is_disabled: true },
  }
  return { url: `${origin}${pathname}`, body }
}

import { defang } from '../../email/templates/submitted-text.ts'
import type { ChatMessage } from '../chat-message.ts'
import { cut, fitFields } from './fit.ts'

const MAX_FIELDS = 40
const MAX_NAME_BYTES = 200
const MAX_TITLE_BYTES = 200
/**
 * A server takes 4,096 bytes of message in 8,192 bytes of JSON, in which a quotation mark is two bytes. Title, link and what
 * stands between the fields take the rest.
 */
const MAX_TOTAL_BYTES = 3200
const IN_BYTES = { measure: (text: string) => Buffer.byteLength(text) }

/** Lays a message out for ntfy, as JSON to the root of the server. Its apps link addresses by themselves, so they are defanged. */
export function formatNtfy(message: ChatMessage, address: URL) {
  const { fields, left } = fitFields(
    message.fields.map(({ name, value }) => ({ name: disable(name), value: disable(value) })),
    { fields: MAX_FIELDS, name: MAX_NAME_BYTES, value: MAX_TOTAL_BYTES, total: MAX_TOTAL_BYTES, ...IN_BYTES },
  )
  const { link, text } = message
  const lines = [
    ...(text === null ? [] : [cut(disable(text), MAX_TOTAL_BYTES, IN_BYTES)]),
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    ...(left === 0 ? [] : [message.describeMore(left)]),
  ]
  const body = {
    topic: address.pathname.slice(1),
    title: cut(message.title, MAX_TITLE_BYTES, IN_BYTES),
    // A blank message would be shown as "triggered".
    message: lines.join('\n') || link.label,
    click: link.url,
  }
  return { url: `${address.origin}/`, body }
}

/** Looks at no more of a text than is shown. */
function disable(text: string): string {
  return defang(cut(text, MAX_TOTAL_BYTES, IN_BYTES))
}

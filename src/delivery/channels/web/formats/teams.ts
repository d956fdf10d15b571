import { markdown, renderMarkdown } from '../../../../markup/markdown.ts'
import type { ChatMessage } from '../chat-message.ts'
import { cut, fitFields } from './fit.ts'

const MAX_FIELDS = 40
const MAX_NAME_LENGTH = 100
const MAX_TITLE_LENGTH = 200
/** Teams takes 28 KB. A character is at most four bytes of escaped JSON, and each field has 160 bytes of its own. */
const MAX_TOTAL_LENGTH = 4000

/** Lays a message out as an Adaptive Card, which a workflow of Teams posts. Its texts are a little Markdown, so all are escaped. */
export function formatTeams(message: ChatMessage, address: URL) {
  const { fields, left } = fitFields(message.fields, {
    fields: MAX_FIELDS,
    name: MAX_NAME_LENGTH,
    value: MAX_TOTAL_LENGTH,
    total: MAX_TOTAL_LENGTH,
  })
  const { link, text } = message
  const content = {
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...toBlock(cut(message.title, MAX_TITLE_LENGTH)), size: 'Medium', weight: 'Bolder' },
      ...(text === null ? [] : [toBlock(cut(text, MAX_TOTAL_LENGTH))]),
      ...fields.flatMap(({ name, value }) => [
        { ...toBlock(name), weight: 'Bolder' },
        { ...toBlock(value), spacing: 'None' },
      ]),
      ...(left === 0 ? [] : [toBlock(message.describeMore(left))]),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content }
  return { url: address.href, body: { type: 'message', attachments: [attachment] } }
}

/** Each line is escaped by itself: an empty line between two keeps them apart. */
function toBlock(text: string) {
  const lines = text.split('\n').map((line) => renderMarkdown(markdown`${line}`))
  return { type: 'TextBlock', text: lines.filter((line) => line !== '').join('\n\n'), wrap: true }
}

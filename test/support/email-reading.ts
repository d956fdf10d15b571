import type { Email } from '../../src/delivery/channels/email/templates/email.ts'

/** The headers of every email about a submission, each once. */
export const EMAIL_HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
  'x-form-id',
]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const INVISIBLE_BREAK = /\u200c/g

/** Names and values as a reader of the HTML part sees them, links not yet looked at. */
export function htmlFields(email: Email): { name: string; value: string }[] {
  const pairs = email.html.matchAll(/<dt [^>]*>(.*?)<\/dt><dd [^>]*>(.*?)<\/dd>/gs)
  return [...pairs].map(([, name = '', value = '']) => ({ name: seen(name), value: seen(value) }))
}

/** The same from the text part, where names are indented by two and values by four. */
export function textFields(email: Email): { name: string; value: string }[] {
  const content = email.text.split(`\n${'-'.repeat(60)}\n`)[1] ?? ''
  const fields: { name: string; lines: string[] }[] = []
  for (const line of content.split('\n')) {
    if (/^ {2}(?! {2})/.test(line)) fields.push({ name: line.slice(2), lines: [] })
    else fields.at(-1)?.lines.push(line.slice(4))
  }
  return fields.map(({ name, lines }) => ({ name: plain(name), value: plain(lines.join('\n')).trimEnd() }))
}

/** Every address in the HTML part that can be followed or is loaded. */
export function addresses(email: Email): string[] {
  return [...email.html.matchAll(/(?:href|src|action|background|srcset)="([^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
}

function seen(markup: string): string {
  const text = markup.replace(/<br>/g, '\n').replace(/<[^>]*>/g, '')
  return plain(text.replace(/&([a-z]+|#39);/g, (_, entity: string) => ENTITIES[entity] ?? '?'))
}

/** Without what keeps mail programs from making links. */
function plain(text: string): string {
  return text
    .replace(INVISIBLE_BREAK, '')
    .replaceAll('[:]', ':')
    .replaceAll('[//]', '//')
    .replace(/www\[\.\]/gi, (found) => `${found.slice(0, 3)}.`)
}

import { createHash } from 'node:crypto'
import { renderMixed } from '../files/mixed.ts'
import { type Header, loadHeaderEncoder, textPart } from '../mime.ts'
import type { Email } from '../templates/email.ts'

/** Longer texts are not broken into lines, which takes this thread a tenth of a second for the longest submission. */
const MAX_FLOWED_CHARACTERS = 16 * 1024
/** A line of base64 (RFC 2045 §6.8). */
const LINE = /.{1,76}/g

const CONTENT_TYPE = 'Content-Type: text/plain; charset=utf-8'

/**
 * Renders the part of an email that is encrypted: its text and attachments, below the subject and the address to reply to, which
 * mail programs show instead of the outer ones. It has no HTML: parts that an attacker puts around an encrypted one could make a
 * mail program send the text to them (EFAIL).
 */
export async function renderInnerPart(
  email: Pick<Email, 'subject' | 'replyTo' | 'text' | 'attachments' | 'messageId'>,
): Promise<Buffer> {
  const { subject, replyTo, attachments } = email
  const encodeHeader = await loadHeaderEncoder()
  const headers: Header[] = [
    ['Subject', subject],
    ...(replyTo === null ? [] : [['Reply-To', { name: '', address: replyTo }] satisfies Header]),
  ]
  const above = headers.map(encodeHeader).filter((header) => header !== '')
  const text = renderText(email.text).replace(CONTENT_TYPE, `${CONTENT_TYPE}; protected-headers="v1"`)
  if (attachments.length === 0) return Buffer.from(`${[...above, text].join('\r\n')}\r\n`)
  const hash = createHash('sha256').update(`inner ${email.messageId}`).digest('hex').slice(0, 32)
  return renderMixed({ headers: above.join('\r\n'), text, attachments, boundary: `=_-${hash}` })
}

function renderText(text: string): string {
  if (text.length <= MAX_FLOWED_CHARACTERS) return textPart('text/plain', text)
  return [
    CONTENT_TYPE,
    'Content-Transfer-Encoding: base64',
    '',
    toBase64Lines(text.replaceAll(/\r?\n/g, '\r\n')),
  ].join('\r\n')
}

/** Encodes a text as lines of base64. */
export function toBase64Lines(text: string): string {
  return (Buffer.from(text).toString('base64').match(LINE) ?? []).join('\r\n')
}

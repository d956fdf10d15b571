import { createHash } from 'node:crypto'
import { renderMixed } from '../files/mixed.ts'
import { type Header, loadHeaderEncoder, textPart } from '../mime.ts'
import type { Email } from '../templates/email.ts'

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
  const text = textPart('text/plain', email.text).replace(
    CONTENT_TYPE,
    `${CONTENT_TYPE}; protected-headers="v1"`,
  )
  if (attachments.length === 0) return Buffer.from(`${[...above, text].join('\r\n')}\r\n`)
  const hash = createHash('sha256').update(`inner ${email.messageId}`).digest('hex').slice(0, 32)
  return renderMixed({ headers: above.join('\r\n'), text, attachments, boundary: `=_-${hash}` })
}

import { createHash } from 'node:crypto'
import MailComposer, { type MailComposerOptions } from 'nodemailer/lib/mail-composer'
import * as quotedPrintable from 'nodemailer/lib/qp'
import { toFlowedText } from '../../../src/delivery/channels/email/mime.ts'
import type { Email } from '../../../src/delivery/channels/email/templates/email.ts'

/** Maximum length of an encoded line (RFC 2045 §6.7). */
const LINE_CHARACTERS = 76

/**
 * Translates an email for Nodemailer's composer, which the service's own messages must equal byte for byte. Everything that could differ between two attempts (Message-ID, Date,
 * boundary) is fixed by the email, so a retry is identical byte for byte.
 */
export function toComposerOptions(email: Email): MailComposerOptions {
  return {
    from: email.from,
    to: { name: '', address: email.to },
    envelope: { from: email.from.address, to: [email.to] },
    ...(email.replyTo === null ? {} : { replyTo: { name: '', address: email.replyTo } }),
    subject: email.subject,
    text: { raw: textPart('text/plain', email.text) },
    html: { raw: textPart('text/html', email.html) },
    messageId: email.messageId,
    references: email.conversationId ?? undefined,
    date: email.date,
    headers: {
      ...(email.unsubscribeUrl === null ? {} : unsubscribing(email.unsubscribeUrl)),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Feedback-ID': `${email.feedbackGroup}:${hashOf(email.from.address.split('@').at(-1) ?? '')}`,
      ...(email.formId === null ? {} : { 'X-Form-Id': email.formId }),
      ...(email.bounceToken === null ? {} : { 'Formslot-Email': email.bounceToken }),
    },
    // RFC 2045 §6.7 (5): `=_` cannot occur in quoted-printable, so no content can close a part early.
    boundaryPrefix: '=_',
    baseBoundary: createHash('sha256').update(email.messageId).digest('hex').slice(0, 32),
    textEncoding: 'quoted-printable',
    attachments: email.attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(Buffer.from(content).toString('latin1'), 'base64'),
    })),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function unsubscribing(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function hashOf(domain: string): string {
  return createHash('sha256').update(domain.toLowerCase()).digest('hex').slice(0, 15)
}

/** Renders an email with Nodemailer's composer. */
export async function composeMessage(email: Email): Promise<Buffer> {
  return new MailComposer(toComposerOptions(email)).compile().build()
}

/**
 * Encodes one part, its header included. The composer's own encoder leaves a bare CR as it is, which servers may turn
 * into a line end (SMTP smuggling); here only real line ends stay literal.
 */
function textPart(type: 'text/plain' | 'text/html', content: string): string {
  const parts = type === 'text/plain' ? toFlowedText(content).split('\n') : content.split(/\r\n|\n/)
  const lines = parts.map((line) => quotedPrintable.encode(line).replaceAll('\r', '=0D'))
  return [
    `Content-Type: ${type}; charset=utf-8${type === 'text/plain' ? '; format=flowed; delsp=yes' : ''}`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable.wrap(lines.join('\r\n'), LINE_CHARACTERS),
  ].join('\r\n')
}

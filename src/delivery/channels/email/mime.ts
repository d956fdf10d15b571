import { createHash } from 'node:crypto'
import MailComposer, { type MailComposerOptions } from 'nodemailer/lib/mail-composer'
import * as quotedPrintable from 'nodemailer/lib/qp'
import type { Letter } from './templates/email.ts'

/** RFC 2045 §6.7: no encoded line is longer. */
const LINE_CHARACTERS = 76

/**
 * A letter as Nodemailer's composer takes it. Everything that could differ between two attempts (Message-ID,
 * Date, boundary) is fixed by the letter, so a retry is the same letter byte for byte.
 */
export function toMessage(letter: Letter): MailComposerOptions {
  return {
    from: letter.from,
    to: { name: '', address: letter.to },
    envelope: { from: letter.from.address, to: [letter.to] },
    ...(letter.replyTo === null ? {} : { replyTo: { name: '', address: letter.replyTo } }),
    subject: letter.subject,
    text: { raw: textPart('text/plain', letter.text) },
    html: { raw: textPart('text/html', letter.html) },
    messageId: letter.messageId,
    date: letter.date,
    headers: {
      ...(letter.unsubscribeUrl === null ? {} : unsubscribing(letter.unsubscribeUrl)),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(letter.formId === null ? {} : { 'X-Form-Id': letter.formId }),
    },
    // RFC 2045 §6.7 (5): `=_` cannot occur in quoted-printable, so no content can close a part early.
    boundaryPrefix: '=_',
    baseBoundary: createHash('sha256').update(letter.messageId).digest('hex').slice(0, 32),
    textEncoding: 'quoted-printable',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function unsubscribing(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The letter as it goes over the wire: an RFC 5322 message, lines ended by CRLF, 7-bit, at most 76 wide in the body. */
export function renderMessage(letter: Letter): Promise<Buffer> {
  return new MailComposer(toMessage(letter)).compile().build()
}

/**
 * One part, its header included. The composer's own encoder leaves a bare CR as it is, and servers then turn
 * it into a line end (the door of SMTP smuggling); here only real line ends stay literal.
 */
function textPart(type: 'text/plain' | 'text/html', content: string): string {
  const lines = content.split(/\r\n|\n/).map((line) => quotedPrintable.encode(line).replaceAll('\r', '=0D'))
  return [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable.wrap(lines.join('\r\n'), LINE_CHARACTERS),
  ].join('\r\n')
}

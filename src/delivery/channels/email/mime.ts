import { createHash } from 'node:crypto'
import * as quotedPrintable from 'nodemailer/lib/qp'
import { loadLater } from '../../../runtime/load-later.ts'
import { requireNodemailer } from '../../../runtime/nodemailer.ts'
import type { Email } from './templates/email.ts'

type MimeNode = typeof import('nodemailer/lib/mime-node').default
type MimeFunctions = typeof import('nodemailer/lib/mime-funcs')
type HeaderValue = Parameters<InstanceType<MimeNode>['encodeHeaderValue']>[1]

/** Maximum length of an encoded line (RFC 2045 §6.7), and of a header line that can be folded. */
const LINE_CHARACTERS = 76

type Header = [key: string, value: HeaderValue]

/** Encodes a header and folds it into lines; an empty one becomes an empty text. */
type EncodeHeader = (header: Header) => string

const loadHeaderEncoder = loadLater(async (): Promise<EncodeHeader> => {
  const MimeNode: MimeNode = requireNodemailer('nodemailer/lib/mime-node')
  const { foldLines }: MimeFunctions = requireNodemailer('nodemailer/lib/mime-funcs')
  const node = new MimeNode(false, { textEncoding: 'Q' })
  return ([key, value]) => {
    const encoded = node.encodeHeaderValue(key, value)
    return encoded.trim() === '' ? '' : foldLines(`${key}: ${encoded}`, LINE_CHARACTERS)
  }
})

/**
 * Renders an RFC 5322 message: lines ended by CRLF, 7-bit, at most 76 characters wide in the body. Everything that could
 * differ between two attempts (Message-ID, Date, boundary) is fixed by the email, so a retry is identical byte for byte.
 *
 * The message is what Nodemailer's composer makes of the same email (`test/support/smtp/composer.ts`), without its streams,
 * which take four times as long.
 */
export async function renderMessage(email: Email): Promise<Buffer> {
  const encodeHeader = await loadHeaderEncoder()
  // RFC 2045 §6.7 (5): `=_` cannot occur in quoted-printable, so no content can close a part early.
  const boundary = `=_-${createHash('sha256').update(email.messageId).digest('hex').slice(0, 32)}-Part_1`
  const headers = listHeaders(email).map(encodeHeader)
  const message = [
    ...headers.filter((header) => header !== ''),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`,
    '',
    `--${boundary}`,
    textPart('text/plain', email.text),
    `--${boundary}`,
    textPart('text/html', email.html),
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(message.join('\r\n'))
}

function listHeaders(email: Email): Header[] {
  const { from, to, replyTo, subject, messageId, conversationId, date, unsubscribeUrl, formId } = email
  return [
    ...(unsubscribeUrl === null ? [] : unsubscribing(unsubscribeUrl)),
    ['Auto-Submitted', 'auto-generated'],
    ['X-Auto-Response-Suppress', 'All'],
    ...(formId === null ? [] : [['X-Form-ID', formId] satisfies Header]),
    ['From', { ...from }],
    ['To', { name: '', address: to }],
    ...(replyTo === null ? [] : [['Reply-To', { name: '', address: replyTo }] satisfies Header]),
    ...(conversationId === null ? [] : [['References', conversationId] satisfies Header]),
    ['Subject', subject],
    ['Message-ID', messageId],
    ['Date', date],
  ]
}

function unsubscribing(url: string): Header[] {
  return [
    ['List-Unsubscribe', `<${url}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ]
}

/**
 * Encodes one part, its header included. The composer's own encoder leaves a bare CR as it is, which servers may turn
 * into a line end (SMTP smuggling); here only real line ends stay literal.
 */
function textPart(type: 'text/plain' | 'text/html', content: string): string {
  const lines = quotedPrintable.encode(content.replaceAll('\r\n', '\n')).replaceAll('\r', '=0D')
  return [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable.wrap(lines.replaceAll('\n', '\r\n'), LINE_CHARACTERS),
  ].join('\r\n')
}

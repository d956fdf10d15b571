import { createHash } from 'node:crypto'
import * as quotedPrintable from 'nodemailer/lib/qp'
import { BOUNCE_TOKEN_HEADER } from '../../../domain/outbox/bounce-address.ts'
import { loadLater } from '../../../runtime/load-later.ts'
import { requireNodemailer } from '../../../runtime/nodemailer.ts'
import type { Email } from './templates/email.ts'

type MimeNode = typeof import('nodemailer/lib/mime-node').default
type MimeFunctions = typeof import('nodemailer/lib/mime-funcs')
type HeaderValue = Parameters<InstanceType<MimeNode>['encodeHeaderValue']>[1]

/** Maximum length of an encoded line (RFC 2045 §6.7), and of a header line that can be folded. */
const LINE_CHARACTERS = 76

/** Length of the sender identifier in a Feedback-ID, in characters: Google requires 5 to 15. */
const SENDER_ID_DIGITS = 15
/** Columns of a line of the text part: with two spaces at its end and one at its start, it has 78 (RFC 3676 §4.2). */
const TEXT_COLUMNS = 75
/** Characters that are two columns wide: those of East Asian scripts, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const COMBINING = /\p{M}/u
/** A wide character, or a run of others, such as a web address in the middle of Chinese text. */
const PIECES = new RegExp(`${WIDE.source}\\p{M}*|(?:(?!${WIDE.source}).)+`, 'gu')
/** At the end of a line, they would mean that it continues (RFC 3676 §4.1). */
const TRAILING_SPACES = / +$/

export type Header = [key: string, value: HeaderValue]

/** Encodes a header and folds it into lines; an empty one becomes an empty text. */
type EncodeHeader = (header: Header) => string

/** Loads the encoder of headers. */
export const loadHeaderEncoder = loadLater(async (): Promise<EncodeHeader> => {
  const MimeNode: MimeNode = requireNodemailer('nodemailer/lib/mime-node')
  const { foldLines }: MimeFunctions = requireNodemailer('nodemailer/lib/mime-funcs')
  const node = new MimeNode(false, { textEncoding: 'Q' })
  return ([key, value]) => {
    const encoded = node.encodeHeaderValue(key, value)
    return encoded.trim() === '' ? '' : foldLines(`${key}: ${encoded}`, LINE_CHARACTERS)
  }
})

/** Cached, because every email needs it. */
let encodeHeader: EncodeHeader | null = null

const loadMixed = loadLater(() => import('./files/mixed.ts'))
const loadEncrypted = loadLater(() => import('./encrypted/multipart-encrypted.ts'))

/**
 * Renders an RFC 5322 message: lines ended by CRLF, 7-bit, at most 76 characters wide in the body. Everything that could
 * differ between two attempts (Message-ID, Date, boundary) is fixed by the email, so a retry is identical byte for byte. An
 * encrypted email is encrypted for each attempt, which differs every time; its Message-ID is the same.
 * `more`: lines of further headers in ASCII, which stay as they are.
 *
 * The message is what Nodemailer's composer makes of the same email (`test/support/smtp/composer.ts`), without its streams,
 * which take four times as long.
 */
export async function renderMessage(email: Email, more: readonly string[] = []): Promise<Buffer> {
  encodeHeader ??= await loadHeaderEncoder()
  // RFC 2045 §6.7 (5): `=_` cannot occur in quoted-printable, so no content can close a part early; nor in base64.
  const boundaries = `=_-${createHash('sha256').update(email.messageId).digest('hex').slice(0, 32)}-Part_`
  const { attachments } = email
  const boundary = `${boundaries}${attachments.length === 0 ? 1 : 2}`
  const headers = [...listHeaders(email).map(encodeHeader), ...more]
  const beginning = [...headers.filter((header) => header !== ''), 'MIME-Version: 1.0']
  if (email.encrypted !== undefined) {
    const { renderEncrypted } = await loadEncrypted()
    return renderEncrypted({ headers: beginning.join('\r\n'), armored: email.encrypted, boundary })
  }
  const { html } = email
  const content =
    html === ''
      ? [textPart('text/plain', email.text)]
      : [
          `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`,
          '',
          `--${boundary}`,
          textPart('text/plain', email.text),
          `--${boundary}`,
          textPart('text/html', html),
          `--${boundary}--`,
          '',
        ]
  if (attachments.length === 0) return Buffer.from([...beginning, ...content].join('\r\n'))
  const { renderMixed } = await loadMixed()
  return renderMixed({
    headers: beginning.join('\r\n'),
    text: content.join('\r\n'),
    attachments,
    boundary: `${boundaries}1`,
  })
}

function listHeaders(email: Email): Header[] {
  const { from, to, replyTo, subject, messageId, conversationId, date, unsubscribeUrl, formId } = email
  const { bounceToken } = email
  return [
    ...(unsubscribeUrl === null ? [] : unsubscribing(unsubscribeUrl)),
    ['Auto-Submitted', 'auto-generated'],
    ['X-Auto-Response-Suppress', 'All'],
    ['Feedback-ID', toFeedbackId(email)],
    ...(formId === null ? [] : [['X-Form-ID', formId] satisfies Header]),
    ...(bounceToken === null ? [] : [[BOUNCE_TOKEN_HEADER, bounceToken] satisfies Header]),
    ['From', { ...from }],
    ['To', { name: '', address: to }],
    ...(replyTo === null ? [] : [['Reply-To', { name: '', address: replyTo }] satisfies Header]),
    ...(conversationId === null ? [] : [['References', conversationId] satisfies Header]),
    ['Subject', subject],
    ['Message-ID', messageId],
    ['Date', date],
  ]
}

/**
 * Returns the identifiers by which Google counts complaints: the group, then the sender, which must be the same for all emails of
 * a domain and different from everybody else's. It is the same for all owners, endpoints and recipients.
 */
function toFeedbackId({ feedbackGroup, from }: Email): string {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase()
  const sender = createHash('sha256').update(domain).digest('hex').slice(0, SENDER_ID_DIGITS)
  return `${feedbackGroup}:${sender}`
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
export function textPart(type: 'text/plain' | 'text/html', content: string): string {
  const isPlain = type === 'text/plain'
  const text = isPlain ? toFlowedText(content) : content.replaceAll('\r\n', '\n')
  const lines = quotedPrintable.encode(text).replaceAll('\r', '=0D')
  return [
    `Content-Type: ${type}; charset=utf-8${isPlain ? '; format=flowed; delsp=yes' : ''}`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable.wrap(lines.replaceAll('\n', '\r\n'), LINE_CHARACTERS),
  ].join('\r\n')
}

/**
 * Breaks the lines of a text at 75 columns (RFC 3676). Lines of the service begin at the margin, and mail programs join them
 * again. Submitted lines are indented and broken for good, each part with the same indent, so that no part looks like a line of
 * the service. A wider word, such as a URL, is not broken.
 */
export function toFlowedText(text: string): string {
  return text.replaceAll('\r\n', '\n').split('\n').map(toFlowedLine).join('\n')
}

function toFlowedLine(line: string): string {
  const content = line.replace(/^ +/, '')
  const indent = line.slice(0, line.length - content.length)
  const columns = TEXT_COLUMNS - indent.length
  const parts =
    content.length <= columns / 2 || countColumns(content) <= columns
      ? [content]
      : breakLine(content, columns)
  if (indent !== '') return parts.map((part) => ` ${indent}${part}`.replace(TRAILING_SPACES, '')).join('\n')
  // Mail programs delete the space that marks a continued line (DelSp=yes), so that text without spaces can be broken, too.
  return parts
    .map((part, index) => stuff(index < parts.length - 1 ? `${part} ` : part.replace(TRAILING_SPACES, '')))
    .join('\n')
}

/** Adds the space that mail programs remove again, if the line would otherwise be misread (space-stuffing, RFC 3676 §4.4). */
function stuff(line: string): string {
  return /^(?: |>|From )/.test(line) ? ` ${line}` : line
}

/** Breaks a line after spaces, and around characters of scripts without spaces. The parts joined together are the line. */
function breakLine(line: string, columns: number): string[] {
  const parts: string[] = []
  let part = ''
  let width = 0
  for (const word of line.match(/[^ ]+ *| +/g) ?? []) {
    const pieces = countColumns(word) > columns && WIDE.test(word) ? (word.match(PIECES) ?? []) : [word]
    for (const piece of pieces) {
      if (part !== '' && width + countColumns(piece.trimEnd()) > columns) {
        parts.push(part)
        part = ''
        width = 0
      }
      part += piece
      width += countColumns(piece)
    }
  }
  return [...parts, part]
}

function countColumns(text: string): number {
  let columns = 0
  for (const character of text) columns += WIDE.test(character) ? 2 : Number(!COMBINING.test(character))
  return columns
}

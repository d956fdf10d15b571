import type { Readable } from 'node:stream'
import type { Attachment, Email } from 'postal-mime'
import {
  DELIVERY_ACTIONS,
  type DeliveryAction,
  type EmailReport,
  FEEDBACK_TYPES,
  type FeedbackType,
} from '../../../../domain/outbox/bounce.ts'
import { BOUNCE_TOKEN_HEADER, type TokenPlaces } from '../../../../domain/outbox/bounce-address.ts'
import { findReplyClass, findStatus } from '../../../../domain/outbox/bounce-reason.ts'
import { loadLater } from '../../../../runtime/load-later.ts'
import { toAnswerLine } from '../smtp/smtp-session.ts'
import {
  type Fields,
  findAddress,
  listAddresses,
  readGroups,
  readHeaders,
  withoutType,
} from './read-fields.ts'

/**
 * Bytes of a message that receivers keep. A report comes before the email that it returns, so a longer message can be cut off
 * here.
 */
export const MAX_REPORT_BYTES = 1024 * 1024
/** Bytes and lines that are parsed. NOTE: the parser takes 16 µs per line, so a megabyte of empty lines would take 17 seconds. */
const MAX_READ_BYTES = 256 * 1024
const MAX_LINES = 5000
const MAX_DEPTH = 8
const MAX_HEADER_BYTES = 128 * 1024
/** Maximum number of parts that are read; a report has three. */
const MAX_PARTS = 20
/** Maximum number of addresses that are read from one message. */
const MAX_ADDRESSES = 50

/** Reads a message to its end and keeps its first `MAX_REPORT_BYTES`. */
export async function readBeginning(input: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of input) {
    if (bytes < MAX_REPORT_BYTES) pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
  }
  return Buffer.concat(pieces).subarray(0, MAX_REPORT_BYTES)
}

const loadParser = loadLater(() => import('postal-mime'))

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status']
const FEEDBACK_TYPE = 'message/feedback-report'
/** Media types of the returned email, or of its headers (RFC 6522, RFC 6533). */
const RETURNED_TYPES = [
  ...['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'],
  ...['message/global', 'message/global-headers'],
]
/** Headers in which mail servers note the envelope recipient of a message. */
const RECIPIENT_HEADERS = ['x-original-to', 'delivered-to', 'envelope-to', 'x-envelope-to', 'to']
/** Exchange puts the other server's answer here, and leaves out Diagnostic-Code. */
const EXCHANGE_DIAGNOSTIC = 'x-supplementary-info'
/** Outlook's older complaints contain no report: only this header says who complained. */
const OUTLOOK_COMPLAINT = 'x-hmxmroriginalrecipient'

/** Status of a report that has none, although RFC 3464 §2.3.4 requires it. */
const DEFAULT_STATUS: Readonly<Record<DeliveryAction, string>> = {
  failed: '5.0.0',
  delayed: '4.0.0',
  delivered: '2.0.0',
  relayed: '2.0.0',
  expanded: '2.0.0',
}

/** The contents of a message that reports about emails. Do not trust any of it until one of its tokens is verified. */
export type ReceivedReports = { reports: readonly [EmailReport, ...EmailReport[]]; places: TokenPlaces }

/**
 * Reads delivery status notifications (RFC 3464, RFC 6533) and complaints (RFC 5965). Returns null for any other message, such
 * as a reply from a person or an autoresponder. Of emails inside the message, only the headers are read: their authors could
 * have put forged reports into them.
 *
 * @param message an RFC 5322 message, which may be cut off at `MAX_REPORT_BYTES`
 */
export async function readReports(message: Uint8Array): Promise<ReceivedReports | null> {
  const email = await parseMessage(cutMessage(message))
  if (!email) return null
  const parts = email.attachments.slice(0, MAX_PARTS).map(toPart)
  const statuses = parts
    .filter(({ type }) => STATUS_TYPES.includes(type))
    .flatMap(({ text }) => readGroups(text))
  const feedbacks = parts.filter(({ type }) => type === FEEDBACK_TYPE).flatMap(({ text }) => readGroups(text))
  const returned = parts
    .filter(({ type }) => RETURNED_TYPES.includes(type))
    .map(({ text }) => readHeaders(text))

  const told = [...statuses.flatMap(readStatus), ...feedbacks.flatMap(readFeedback)]
  const [first, ...others] = told.length > 0 ? told : returned.flatMap(readOutlookComplaint)
  if (!first) return null
  return { reports: [first, ...others], places: listPlaces({ email, statuses, feedbacks, returned }) }
}

function cutMessage(message: Uint8Array): Uint8Array {
  const beginning = message.subarray(0, MAX_READ_BYTES)
  let end = -1
  for (let line = 0; line < MAX_LINES; line += 1) {
    end = beginning.indexOf(0x0a, end + 1)
    if (end < 0) return beginning
  }
  return beginning.subarray(0, end)
}

/** Parses a message; null for one beyond the limits of the parser. */
async function parseMessage(message: Uint8Array): Promise<Email | null> {
  const { default: PostalMime } = await loadParser()
  try {
    return await PostalMime.parse(message, {
      attachmentEncoding: 'utf8',
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
    })
  } catch (error) {
    // The parser has no error class for its limits.
    if (error instanceof Error && error.message.startsWith('Maximum ')) return null
    throw error
  }
}

function toPart({ mimeType, content }: Attachment): { type: string; text: string } {
  return { type: mimeType, text: typeof content === 'string' ? content : '' }
}

/** Reads the group of one recipient. Returns none for the group of the message, unless it also describes its only recipient. */
function readStatus(fields: Fields): EmailReport[] {
  const diagnostic = withoutType(fields.get('diagnostic-code') ?? fields.get(EXCHANGE_DIAGNOSTIC) ?? '')
  const told = findStatus(fields.get('status') ?? '')
  const action = readAction(fields.get('action')) ?? guessAction(told)
  if (action === null) return []
  return [
    {
      kind: 'bounce',
      action,
      recipients: listRecipients(fields, ['final-recipient', 'original-recipient']),
      status: told ?? findStatus(diagnostic) ?? findReplyClass(diagnostic) ?? DEFAULT_STATUS[action],
      answer: toAnswerLine(diagnostic),
    },
  ]
}

/** Reads the first word of an action: some servers write `failed (bounced)`. */
function readAction(value = ''): DeliveryAction | null {
  const word = /^[a-z]+/i.exec(value)?.[0].toLowerCase()
  return DELIVERY_ACTIONS.find((action) => action === word) ?? null
}

function guessAction(status: string | null): DeliveryAction | null {
  switch (status?.[0]) {
    case '5':
      return 'failed'
    case '4':
      return 'delayed'
    default:
      return null
  }
}

function readFeedback(fields: Fields): EmailReport[] {
  const type = readFeedbackType(fields.get('feedback-type'))
  if (type === null) return []
  return [{ kind: 'complaint', type, recipients: listRecipients(fields, ['original-rcpt-to']) }]
}

/** Reads the type of a complaint (RFC 5965 §7.3); null for reports that are not complaints, such as auth-failure. */
export function readFeedbackType(value = ''): FeedbackType | null {
  const word = /^[a-z-]+/i.exec(value)?.[0].toLowerCase()
  return FEEDBACK_TYPES.find((type) => type === word) ?? null
}

function readOutlookComplaint(headers: Fields): EmailReport[] {
  if (!headers.has(OUTLOOK_COMPLAINT)) return []
  return [{ kind: 'complaint', type: 'abuse', recipients: listRecipients(headers, [OUTLOOK_COMPLAINT]) }]
}

function listRecipients(fields: Fields, names: readonly string[]): string[] {
  const found = names.flatMap((name) => findAddress(fields.get(name) ?? '') ?? [])
  return [...new Set(found)]
}

function listPlaces(found: {
  email: Email
  statuses: readonly Fields[]
  feedbacks: readonly Fields[]
  returned: readonly Fields[]
}): TokenPlaces {
  const { email, statuses, feedbacks, returned } = found
  const recipients = email.headers
    .filter(({ key }) => RECIPIENT_HEADERS.includes(key))
    .map(({ value }) => value)
  const senders = [...listValues(feedbacks, 'original-mail-from'), ...listValues(returned, 'return-path')]
  return {
    addresses: [...recipients, ...senders].flatMap(listAddresses).slice(0, MAX_ADDRESSES),
    envelopeIds: listValues(statuses, 'original-envelope-id'),
    headers: listValues(returned, BOUNCE_TOKEN_HEADER.toLowerCase()),
  }
}

function listValues(groups: readonly Fields[], name: string): string[] {
  return groups.flatMap((fields) => fields.get(name) ?? [])
}

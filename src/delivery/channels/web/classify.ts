import { isGone, type WebKind } from '../../../domain/destinations/web-kinds.ts'
import { HOUR, SECOND } from '../../../domain/time.ts'
import { toTerminalLine } from '../../../markup/terminal-text.ts'
import type { SendResult } from '../../channel.ts'
import type { EgressResult } from '../../egress/egress.ts'

/** Characters of the text of an answer that are kept. */
const MAX_ANSWER_LENGTH = 200
/** A shorter part of an address is not a secret, and replacing it would hide ordinary words. */
const MIN_SECRET_LENGTH = 8
const MAX_RETRY_AFTER_MS = 24 * HOUR
/** Statuses that can say in Retry-After how long to wait. */
const PAUSING: readonly number[] = [429, 502, 503, 504]
const NOT_REACHABLE = 'This address is not reachable from here.'

/** `proven`: it accepted something. `gone`: it is disabled at once. `failing`: it is disabled after days without a success. */
export type DestinationEffect = 'proven' | 'gone' | 'failing'

/** An attempt by its result: for the outbox, and for its destination. `status`: of HTTP; null without an answer. */
export type ClassifiedAnswer = { result: SendResult; effect: DestinationEffect; status: number | null }

/** Classifies the result of one request to a destination. */
export function classifyAnswer(request: {
  kind: WebKind
  address: string
  egress: EgressResult
  now: Date
}): ClassifiedAnswer {
  const { kind, address, egress, now } = request
  switch (egress.kind) {
    case 'blocked':
      return {
        result: { kind: 'deferred', answer: NOT_REACHABLE, minWaitMs: 0 },
        effect: 'failing',
        status: null,
      }
    case 'failed': {
      const answer = egress.reason
      const result: SendResult = egress.isSent
        ? { kind: 'unknown', answer }
        : { kind: 'deferred', answer, minWaitMs: 0, isUnanswered: true }
      return { result, effect: 'failing', status: null }
    }
    case 'answered': {
      const { status } = egress
      const answer = describeAnswer(egress, address)
      if (status >= 200 && status < 300) return { result: { kind: 'sent', answer }, effect: 'proven', status }
      if (isGone(kind, address, status))
        return { result: { kind: 'bounced', answer }, effect: 'gone', status }
      const minWaitMs = PAUSING.includes(status) ? readPause(egress, now) : 0
      return { result: { kind: 'deferred', answer, minWaitMs }, effect: 'failing', status }
    }
  }
}

type Answered = Extract<EgressResult, { kind: 'answered' }>

/** Returns the status and the beginning of the text as one line, without parts of the address, which is a secret. */
function describeAnswer({ status, body }: Answered, address: string): string {
  const text = listSecretParts(address).reduce(
    (before, part) => before.replaceAll(part, '…'),
    body.toString('utf8'),
  )
  const line = Array.from(toTerminalLine(text).slice(0, 2 * MAX_ANSWER_LENGTH))
  return `${status} ${line.slice(0, MAX_ANSWER_LENGTH).join('')}`.trim()
}

/** Lists the parts of an address that a page of errors may repeat, as they were sent and decoded, the longest first. */
function listSecretParts(address: string): string[] {
  const { href, pathname, search, searchParams } = new URL(address)
  const parts = [
    ...[href, `${pathname}${search}`],
    ...[...pathname.split('/'), ...search.split(/[?&=]/), ...searchParams.values()],
  ]
  const decoded = parts.map(decode)
  return [...new Set([...parts, ...decoded])]
    .filter((part) => part.length >= MIN_SECRET_LENGTH)
    .sort((one, other) => other.length - one.length)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A percent sign that encodes nothing.
    return part
  }
}

/** Returns for how many milliseconds the other side asks to wait, at most a day; 0 when it does not say. */
function readPause({ headers, body }: Answered, now: Date): number {
  const header = headers['retry-after']?.trim() ?? ''
  const fromHeader = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now.getTime()
  const waits = [fromHeader, readBodySeconds(body) * SECOND].filter((ms) => ms > 0)
  return Math.min(Math.ceil(Math.max(0, ...waits)), MAX_RETRY_AFTER_MS)
}

/** Returns the seconds in the JSON of Discord (`retry_after`, with decimals) and Telegram (in `parameters`); 0 in all else. */
function readBodySeconds(body: Buffer): number {
  const answer = Object(parseJson(body.toString('utf8')))
  const seconds = answer.retry_after ?? Object(answer.parameters).retry_after
  return typeof seconds === 'number' ? seconds : 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Most answers are not JSON.
    return null
  }
}

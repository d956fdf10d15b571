import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE, SECOND } from '../../../domain/time.ts'
import { FilesUnavailable } from '../../contract/errors.ts'

/** Error when the S3 server refuses a request, cannot be reached, or answers nonsense. */
export class S3Fault extends FilesUnavailable {
  /** Code of the answer, such as `NoSuchBucket`; null without an answer that has one. */
  readonly code: string | null
  /** true: the same request may succeed in a moment, and repeating it does no harm. */
  readonly isTransient: boolean
  constructor(reason: string, more: { code?: string | null; isTransient?: boolean; cause?: unknown } = {}) {
    super(reason, more.cause)
    this.code = more.code ?? null
    this.isTransient = more.isTransient ?? false
  }
}

/** An answer with a status of failure. `text` is its body, empty for HEAD. */
type Failure = { status: number; headers: IncomingHttpHeaders; text: string }

const ADVICE: Readonly<Record<string, string>> = {
  AccessDenied: 'the access key may not do this; give it the rights to put, get, delete and list',
  AuthorizationHeaderMalformed: 'correct FORMSLOT_S3_REGION',
  InvalidAccessKeyId: 'it does not know the access key; correct FORMSLOT_S3_KEY',
  NoSuchBucket: 'create the bucket, or correct FORMSLOT_FILES',
  PermanentRedirect: 'the bucket is elsewhere; correct FORMSLOT_S3_ENDPOINT and FORMSLOT_S3_REGION',
  QuotaExceeded: 'its storage is used up',
  SignatureDoesNotMatch: 'correct FORMSLOT_S3_SECRET and FORMSLOT_S3_REGION',
}
/** Codes by the statuses of answers to HEAD, which have no body. */
const CODES_BY_STATUS: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  403: 'AccessDenied',
  404: 'NoSuchBucket',
}
const TRANSIENT_CODES: readonly string[] = [
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
]
/** Two conditional requests for one key at a time; the second may be repeated. */
const CONFLICT = 'ConditionalRequestConflict'
/** S3 refuses a request whose time is further away. */
const MAX_SKEW_MS = 15 * MINUTE

/** Turns an answer with a status of failure into a fault that says what to do. */
export function toFault({ status, headers, text }: Failure, now: Date): S3Fault {
  const named = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? null
  const code = named ?? (text === '' ? (CODES_BY_STATUS[status] ?? null) : null)
  const skew = getSkewMs(headers, now)
  const isSkewed = code === 'RequestTimeTooSkewed' || (status === 403 && Math.abs(skew ?? 0) > MAX_SKEW_MS)
  const advice = isSkewed ? describeSkew(skew) : ADVICE[code ?? '']
  return new S3Fault(
    `the S3 server answered ${[status, named].join(' ').trim()}${advice ? `: ${advice}` : ''}`,
    {
      code,
      isTransient:
        [500, 502, 503, 504].includes(status) || code === CONFLICT || TRANSIENT_CODES.includes(code ?? ''),
    },
  )
}

function describeSkew(skew: number | null): string {
  const by = skew === null ? 'too much' : `by ${Math.round(Math.abs(skew) / SECOND)} s`
  return `its clock and that of this machine differ ${by}; correct the wrong one`
}

/** Returns the time by which the clock of the server is ahead, to about a second; null when it says none. */
export function getSkewMs(headers: IncomingHttpHeaders, now: Date): number | null {
  const time = Date.parse(headers.date ?? '')
  return Number.isNaN(time) ? null : time - now.getTime()
}

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  EPROTO: 'it does not speak TLS there; check http:// and https:// in FORMSLOT_S3_ENDPOINT',
  ENOTFOUND: 'its name does not exist',
  EAI_AGAIN: 'its name cannot be looked up now',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
}
/** The request was not answered, and may or may not have been carried out. */
const TRANSIENT_NETWORK_CODES: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** Turns an error of the connection into a fault. */
export function toNetworkFault(error: unknown): FilesUnavailable {
  if (error instanceof FilesUnavailable) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  const reason = NETWORK_REASONS[code] ?? `the connection failed (${code})`
  return new S3Fault(`the S3 server: ${reason}`, {
    isTransient: TRANSIENT_NETWORK_CODES.includes(code),
    cause: error,
  })
}

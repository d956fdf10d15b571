import type { IncomingHttpHeaders } from 'node:http'
import type { BounceVendorName, VENDOR_SETTINGS } from '../../../../../domain/outbox/bounce-vendors.ts'
import { HOUR, MINUTE } from '../../../../../domain/time.ts'
import { MAX_REPORT_BYTES, type ReceivedReports } from '../read-report.ts'

/** A mail provider that reports bounces and complaints by webhook. */
export type BounceVendor = {
  name: BounceVendorName
  /** Setting whose value is passed as the `secret` of a request. */
  secretSetting: (typeof VENDOR_SETTINGS)[BounceVendorName]
  /** Verifies that the provider sent a request. Never throws because of its contents. */
  verify(request: VendorRequest): Promise<Verification>
  /**
   * Reads the body of a verified request; null if it contains no bounce or complaint. The token in it must be verified as well:
   * other users of the same provider account send emails with their own headers.
   */
  read(body: Buffer): ReceivedReports | null
}

export type VendorRequest = {
  headers: IncomingHttpHeaders
  body: Buffer
  now: Date
  secret: string
  fetchCertificate: FetchCertificate
}

/** Returns the PEM file at a URL that `verify` has checked; null if it cannot be fetched. */
export type FetchCertificate = (url: URL) => Promise<string | null>

export type Verification =
  | {
      kind: 'verified'
      /** Deduplication key of this message; null if the provider gives it none. */
      once: string | null
      /** URL that must be fetched (GET) before the provider sends anything else; null for most messages. */
      confirm: URL | null
    }
  | { kind: 'refused'; reason: string }
  /** It cannot be decided now; the provider retries the message after a status of 500 or more. */
  | { kind: 'undecided'; reason: string }

/**
 * Maximum age of a signed message if all retries have the timestamp of the first attempt: Mailgun retries for 8 hours, Amazon
 * for at most 1 hour.
 */
export const MAX_MESSAGE_AGE_MS = 12 * HOUR
/** Maximum age of a message that is signed for each attempt, and maximum difference between two clocks. */
export const MAX_ATTEMPT_AGE_MS = 5 * MINUTE

/** Maximum length of a deduplication key. */
const MAX_ONCE_CHARACTERS = 200

export function verified(once: string | null, confirm: URL | null = null): Verification {
  return { kind: 'verified', once, confirm }
}

export function refused(reason: string): Verification {
  return { kind: 'refused', reason }
}

/** Refuses a body that is too large to be read; null for all others. */
export function findSizeFault(body: Buffer): Verification | null {
  return body.length > MAX_REPORT_BYTES
    ? refused(`The body has ${body.length} bytes; at most ${MAX_REPORT_BYTES} are accepted.`)
    : null
}

/** Refuses a signed timestamp that is too old or in the future; null for all others. */
export function findTimeFault(at: Date, now: Date, maxAgeMs: number): Verification | null {
  const age = now.getTime() - at.getTime()
  if (Number.isNaN(age)) return refused('The timestamp of the signature is not valid.')
  if (age > maxAgeMs) return refused('The signature is too old.')
  return age < -MAX_ATTEMPT_AGE_MS
    ? refused('The signature is from the future. Check the clock of this machine.')
    : null
}

/** Returns the deduplication key of a message; null if its id cannot be one. */
export function toOnce(vendor: BounceVendorName, id: string): string | null {
  return /^[!-~]+$/.test(id) && id.length <= MAX_ONCE_CHARACTERS ? `${vendor}:${id}` : null
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { BounceVendorName, VENDOR_SETTINGS } from '../../../../../domain/outbox/bounce-vendors.ts'
import { HOUR, MINUTE } from '../../../../../domain/time.ts'
import { MAX_REPORT_BYTES, type ReceivedReports } from '../read-report.ts'

/** A mail provider that reports bounces and complaints by webhook. */
export type BounceVendor = {
  name: BounceVendorName
  /** Setting whose value is the `secret` of a request. */
  secretSetting: (typeof VENDOR_SETTINGS)[BounceVendorName]
  /** Verifies that the provider sent a request. Never throws for what it contains. */
  verify(request: VendorRequest): Promise<Verification>
  /**
   * Reads the body of a verified request; null without a bounce or a complaint in it. The token in it names an email only
   * once it is verified, too: whoever shares the account of the provider sends emails with headers of their own.
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

/** Returns the PEM file at an address that `verify` has checked; null when it cannot be fetched. */
export type FetchCertificate = (url: URL) => Promise<string | null>

export type Verification =
  | {
      kind: 'verified'
      /** Key of this message, which must have an effect only once; null where the provider gives it none. */
      once: string | null
      /** Address that must be fetched (GET) before the provider sends anything else. */
      confirm: URL | null
    }
  | { kind: 'refused'; reason: string }
  /** It cannot be decided now; the provider repeats the message after a status of 500 or more. */
  | { kind: 'undecided'; reason: string }

/**
 * Age up to which a signed message is accepted where every repetition has the time of the first: Mailgun repeats for 8 hours,
 * Amazon for 1 hour at most.
 */
export const MAX_MESSAGE_AGE_MS = 12 * HOUR
/** Age up to which a message is accepted that is signed before each attempt, and the difference of two clocks. */
export const MAX_ATTEMPT_AGE_MS = 5 * MINUTE

/** Maximum length of the key of a message. */
const MAX_ONCE_CHARACTERS = 200

export function verified(once: string | null, confirm: URL | null = null): Verification {
  return { kind: 'verified', once, confirm }
}

export function refused(reason: string): Verification {
  return { kind: 'refused', reason }
}

/** Says why a body is not looked at; null when it can be. */
export function findSizeFault(body: Buffer): Verification | null {
  return body.length > MAX_REPORT_BYTES
    ? refused(`The body has ${body.length} bytes; at most ${MAX_REPORT_BYTES} are accepted.`)
    : null
}

/** Says why a signed time is not accepted; null when it is. */
export function findTimeFault(at: Date, now: Date, maxAgeMs: number): Verification | null {
  const age = now.getTime() - at.getTime()
  if (Number.isNaN(age)) return refused('The time of the signature is not a time.')
  if (age > maxAgeMs) return refused('The signature is too old.')
  return age < -MAX_ATTEMPT_AGE_MS ? refused('The signature is from the future; compare the clocks.') : null
}

/** Returns the key by which a message is known again; null for one that is no key. */
export function toOnce(vendor: BounceVendorName, id: string): string | null {
  return /^[!-~]+$/.test(id) && id.length <= MAX_ONCE_CHARACTERS ? `${vendor}:${id}` : null
}

/** Compares in a time that says nothing about either text. */
export function isSameText(given: string, right: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(right).digest(),
  )
}

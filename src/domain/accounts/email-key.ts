import { DAY, later } from '../time.ts'

/** Maximum size of a pasted or found key. */
export const MAX_EMAIL_KEY_BYTES = 64 * 1024
/** RSA keys outside this range are refused: shorter ones are weak, and longer ones cost too much time. */
export const MIN_RSA_BITS = 2048
export const MAX_RSA_BITS = 8192
/** Days within which a new key must be confirmed by the link in an encrypted email. */
export const CONFIRM_KEY_DAYS = 7
/** Days for which emails wait while the key of their owner has expired. */
export const EXPIRED_KEY_WAIT_DAYS = 7
/** Days before the expiry of a key when its owner gets a warning. */
export const EXPIRY_WARNING_DAYS = 14

/** Reasons for refusing a key. */
export type EmailKeyFault =
  | 'not_a_key'
  | 'too_large'
  | 'private_key'
  | 'several_keys'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  | 'sha1'
  | 'weak'
  | 'rsa_too_long'
  | 'cannot_encrypt'
  | 'not_judged'

/** Result of reading a key in a text or from a key directory. */
export type EmailKeyReading = { kind: 'key'; key: EmailKey } | { kind: 'refused'; fault: EmailKeyFault }

/** An OpenPGP public key that emails can be encrypted to. */
export type EmailKey = {
  /** Only the public key, armored again: no photos, and no signatures by other people. */
  armored: string
  /** Hexadecimal, in upper case. */
  fingerprint: string
  /** Algorithm of the part that encrypts, such as `RSA 4096` or `curve25519`. */
  algorithm: string
  /** When no part of it can encrypt any more; null: never. */
  expiresAt: Date | null
}

/** The key of an account, with its dated facts. */
export type EmailKeyFacts = {
  addedAt: Date
  /** When the link in the first encrypted email was followed; null before. */
  confirmedAt: Date | null
  expiresAt: Date | null
}

/**
 * `unconfirmed`: nothing is encrypted to it yet. `lapsed`: it was not confirmed in time. `expired`: it was confirmed, and
 * emails wait for another key.
 */
export type EmailKeyState = 'unconfirmed' | 'lapsed' | 'active' | 'expired'

/** Returns the state of a key. */
export function getEmailKeyState(key: EmailKeyFacts, now: Date): EmailKeyState {
  if (key.confirmedAt === null) return now < getConfirmationEnd(key) ? 'unconfirmed' : 'lapsed'
  return hasExpired(key, now) ? 'expired' : 'active'
}

/** Returns the time until which a key can be confirmed. */
export function getConfirmationEnd({ addedAt }: Pick<EmailKeyFacts, 'addedAt'>): Date {
  return later(addedAt, CONFIRM_KEY_DAYS * DAY)
}

/** Returns true once nothing can be encrypted to a key any more. */
export function hasExpired({ expiresAt }: Pick<EmailKeyFacts, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && now >= expiresAt
}

/** Returns the time until which an email waits for another key than this expired one, after which it is not sent. */
export function getKeyWaitEnd(
  email: { createdAt: Date },
  { expiresAt }: Pick<EmailKeyFacts, 'expiresAt'>,
): Date {
  const since = expiresAt && expiresAt > email.createdAt ? expiresAt : email.createdAt
  return later(since, EXPIRED_KEY_WAIT_DAYS * DAY)
}

/** Writes a fingerprint in groups of four digits, as OpenPGP programs do. */
export function groupFingerprint(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? ''
}

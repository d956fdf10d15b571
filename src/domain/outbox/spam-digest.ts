import { type EndpointFacts, isConfirmed } from '../endpoints/endpoint.ts'
import { DAY, HOUR, later } from '../time.ts'

/** Hours of a week; each is the slot of as many accounts, so that the emails of an instance are spread. */
export const WEEK_HOURS = 168
/** Distance between the keys of accounts, at least: without it, they would share a part of these hours. */
export const ACCOUNT_KEY_STEP = 32
/** Hours after its slot within which an email that was missed, such as by a restart, is still made. */
export const CATCH_UP_HOURS = 24
/** Days after which an email that could not be sent is out of date. */
const EXPIRY_DAYS = 3
/** Messages that the email names. */
export const MAX_NAMED = 5
/** Forms that the email names. */
export const MAX_FORMS = 10
/** Messages that are counted. */
export const MAX_COUNTED = 1000

/** A reason that is certain: nobody fills in a field that nobody sees, so nobody has to look for false positives. */
const CERTAIN = 'honeypot'

/** Facts of an account that decide about its weekly email. */
export type DigestFacts = {
  key: number
  /** Time up to which an earlier email covers the spam folder; null before the first. */
  digestedUntil: Date | null
  /** Time at which the owner last looked at the spam folder. */
  spamSeenAt: Date | null
}

/** Returns the beginning of the newest hour that is the weekly slot of this account. */
export function latestSlot(accountKey: number, now: Date): Date {
  const hour = Math.floor(now.getTime() / HOUR)
  const slot = Math.floor(accountKey / ACCOUNT_KEY_STEP) % WEEK_HOURS
  const sinceSlot = (hour - slot) % WEEK_HOURS
  return new Date((hour - sinceSlot) * HOUR)
}

/**
 * Returns when the spam arrived that the email of this week is about: before the slot, since the last email covered the folder
 * and since the owner looked at it, and within the week before the slot if there was no email; null when no email is due.
 */
export function findDigestSpan(facts: DigestFacts, now: Date): { after: Date; before: Date } | null {
  const before = latestSlot(facts.key, now)
  if (now.getTime() - before.getTime() >= CATCH_UP_HOURS * HOUR) return null
  const begins = [facts.digestedUntil ?? later(before, -WEEK_HOURS * HOUR), facts.spamSeenAt]
  const after = new Date(Math.max(...begins.map((begin) => begin?.getTime() ?? 0)))
  return after < before ? { after, before } : null
}

/** Returns true for spam that somebody should look at: found by its content, which can be wrong. */
export function isUncertain(reasons: readonly string[] | null): boolean {
  return reasons !== null && !reasons.includes(CERTAIN)
}

/** Returns true for a form whose spam the email may be about: its owner has confirmed it and gets its emails. */
export function isDigested(endpoint: EndpointFacts): boolean {
  return isConfirmed(endpoint) && endpoint.retiredAt === null && endpoint.mailStoppedAt === null
}

/** Returns the time after which the email is not sent any more. */
export function digestExpiresAt(now: Date): Date {
  return later(now, EXPIRY_DAYS * DAY)
}

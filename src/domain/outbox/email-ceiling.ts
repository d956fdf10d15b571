import { HOUR, later, MINUTE } from '../time.ts'

/**
 * Limits on the emails of an instance, over all addresses, about endpoints that nobody has confirmed. `perHour`: 0 turns
 * both limits off.
 */
export type EmailCeiling = {
  perHour: number
  /** Domains of large mail providers, in lower case: no limit per domain binds them. */
  largeDomains: ReadonlySet<string>
}

export const UNCONFIRMED_EMAILS_PER_HOUR = 500
/** Such emails to the addresses of one domain. */
export const UNCONFIRMED_EMAILS_PER_DOMAIN_PER_HOUR = 60
/** Mail providers with so many addresses that 60 emails an hour are no sign of an attack. */
export const LARGE_MAIL_DOMAINS: readonly string[] = [
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'icloud.com', 'me.com'],
  ...['aol.com', 'proton.me', 'protonmail.com', 'fastmail.com', 'zoho.com', 'gmx.de', 'gmx.net', 'web.de'],
  ...['t-online.de', 'orange.fr', 'free.fr', 'libero.it', 'mail.ru', 'yandex.ru', 'qq.com', '163.com'],
]
/**
 * Minimum wait of an email above a ceiling. Many addresses can wait for the same limit: otherwise each email that the limit
 * allows again would wake all of them.
 */
const MIN_CEILING_WAIT_MS = 5 * MINUTE

/**
 * Returns the part of a ceiling that emails of this kind may use up. Half of it is kept for claim emails: otherwise
 * a stranger could delay the first email of everybody else with the other emails of a few forms.
 */
export function getCeilingPart(perHour: number, kind: 'claim' | 'submission'): number {
  return kind === 'claim' ? perHour : Math.ceil(perHour / 2)
}

/** Returns the domain whose limit binds an email to this address; null for that of a large mail provider. */
export function getLimitedDomain(ceiling: EmailCeiling, domain: string): string | null {
  return ceiling.perHour === 0 || ceiling.largeDomains.has(domain) ? null : domain
}

/**
 * Returns the part of a ceiling that is used without turns. In the other half, an email about endpoints that were created
 * from one network begins only while no other of its kind did within an hour: one of each network before the second of
 * any. Otherwise a few networks that create as many endpoints as their limits allow would delay everybody's first email.
 */
export function getPartWithoutTurns(part: number): number {
  return Math.ceil(part / 2)
}

/** Starts of unconfirmed emails within the last hour that decide about one more under a ceiling. */
export type CeilingUse = {
  /** The one that must be an hour old before the ceiling allows one more; null while there is room. */
  full: Date | null
  /** The one that must be an hour old before networks need no turns; null while they need none. */
  half: Date | null
  /** The newest one of the same kind and the same network; null when it is the turn of the network, or it is unknown. */
  ofNetwork: Date | null
}

/** A ceiling with room for everybody. */
export const UNUSED_CEILING: CeilingUse = { full: null, half: null, ofNetwork: null }

/** Returns when a ceiling has room for one more email: `now` or later. */
export function nextUnderCeilingAt({ full }: CeilingUse, now: Date): Date {
  return waitUntilHourOld(full, now)
}

/** Returns when it is the turn of the network that an endpoint was created from, or needs none: `now` or later. */
export function nextTurnAt({ half, ofNetwork }: CeilingUse, now: Date): Date {
  if (half === null || ofNetwork === null) return now
  return waitUntilHourOld(half < ofNetwork ? half : ofNetwork, now)
}

function waitUntilHourOld(started: Date | null, now: Date): Date {
  if (started === null) return now
  const freeAt = later(started > now ? now : started, HOUR)
  const soonest = later(now, MIN_CEILING_WAIT_MS)
  return freeAt > soonest ? freeAt : soonest
}

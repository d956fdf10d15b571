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
 * Returns when a ceiling allows one more email: `now` or later.
 *
 * @param decisive start of the email within the last hour that must be an hour old first; null while there is room
 */
export function nextUnderCeilingAt(decisive: Date | null, now: Date): Date {
  if (decisive === null) return now
  const freeAt = later(decisive > now ? now : decisive, HOUR)
  const soonest = later(now, MIN_CEILING_WAIT_MS)
  return freeAt > soonest ? freeAt : soonest
}

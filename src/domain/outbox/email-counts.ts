import { DAY, HOUR } from '../time.ts'

/** Outcome of an attempt, or a later report about an email. `delayed`: an attempt that will be repeated. `bounced`: refused for good, or returned later. */
export type EmailEvent = 'sent' | 'delayed' | 'bounced' | 'complaint'

/** Something that happened to one email, as it is counted. */
export type CountedEmail = {
  /** Domain of the recipient, in lower case. */
  domain: string
  what: EmailEvent
  /** It counts against a budget, because nobody has confirmed that they want such emails. */
  isUnproven: boolean
  /** The network that created the endpoint of an unproven email (`Keys.networkKey`); null or left out while unknown. */
  network?: string | null
  /** The answer of the mail server if it did not accept the email: one line, without addresses. */
  error?: string
}

export type EmailTally = { sent: number; delayed: number; bounced: number; complaints: number }

/** Emails of one day to one domain. `unproven`: a part of `all`. */
export type EmailDay = {
  /** First millisecond of the day (UTC). */
  day: number
  /** `OTHER_DOMAINS` for those beyond the limit. */
  domain: string
  all: EmailTally
  unproven: EmailTally
  /** The last error; null without one. */
  error: { text: string; at: Date } | null
}

/** Unproven emails of one hour about endpoints that one network created. */
export type UnprovenHour = {
  /** First millisecond of the hour. */
  hour: number
  /** `UNKNOWN_NETWORK` while unknown. */
  network: string
  sent: number
  bounced: number
  complaints: number
}

/** Days for which counts of emails are kept. */
export const EMAIL_DAYS = 90
/** Hours for which unproven emails are counted by network: `REPUTATION_HOURS`, and the hour in progress. */
export const UNPROVEN_HOURS = 25
/** Stands for all domains beyond the limit of a day; no domain has this name. */
export const OTHER_DOMAINS = 'other'
/** Stands for unknown networks, and for those beyond the limit of an hour; a keyed hash is never empty. */
export const UNKNOWN_NETWORK = ''
/** Maximum number of domains that are counted separately per day. */
export const MAX_DOMAINS_PER_DAY = 2000
/** Maximum number of these to which only unproven emails went: strangers choose their domains. */
export const MAX_UNPROVEN_DOMAINS_PER_DAY = MAX_DOMAINS_PER_DAY / 2
/** Maximum number of networks that are counted separately per hour. */
export const MAX_NETWORKS_PER_HOUR = 2000
/** Maximum length of the last error that is kept, in characters. */
const MAX_EMAIL_ERROR_CHARACTERS = 300

/** Returns the first millisecond of the day of `now` (UTC). */
export function toEmailDay(now: Date): number {
  return Math.floor(now.getTime() / DAY) * DAY
}

/** Returns the first millisecond of the hour of `now`. */
export function toEmailHour(now: Date): number {
  return Math.floor(now.getTime() / HOUR) * HOUR
}

/** Returns a day without emails. */
export function createEmailDay(day: number, domain: string): EmailDay {
  const none: EmailTally = { sent: 0, delayed: 0, bounced: 0, complaints: 0 }
  return { day, domain, all: { ...none }, unproven: { ...none }, error: null }
}

/** Adds one email to the counts of its day. */
export function countEmail(counts: EmailDay, { what, isUnproven, error }: CountedEmail, now: Date): void {
  const name = what === 'complaint' ? 'complaints' : what
  counts.all[name] += 1
  if (isUnproven) counts.unproven[name] += 1
  if (error !== undefined) counts.error = { text: error.slice(0, MAX_EMAIL_ERROR_CHARACTERS), at: now }
}

/** Adds counts of the same day and domain to others. */
export function addEmailDay(sum: EmailDay, { all, unproven, error }: EmailDay): void {
  for (const name of ['sent', 'delayed', 'bounced', 'complaints'] as const) {
    sum.all[name] += all[name]
    sum.unproven[name] += unproven[name]
  }
  if (error && (sum.error === null || sum.error.at <= error.at)) sum.error = error
}

/** Returns true when only unproven emails went to the domain. */
export function isUnprovenAlone({ all, unproven }: EmailDay): boolean {
  return (['sent', 'delayed', 'bounced', 'complaints'] as const).every((name) => all[name] === unproven[name])
}

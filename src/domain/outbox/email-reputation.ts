import { UNKNOWN_NETWORK, type UnprovenHour } from './email-counts.ts'

/** Unproven emails of the last 24 hours about endpoints that one network created. */
export type NetworkEmails = Omit<UnprovenHour, 'hour'>

/** The unproven emails of the last 24 hours, as mail providers judge this instance by them. */
export type EmailReputation = {
  /** Unproven emails that were sent or bounced. */
  emails: number
  bounced: number
  complaints: number
  /** Too many of them bounced or were called spam, over many networks: the ceiling is lower. */
  isReduced: boolean
  /** The networks whose own emails are so: further ones wait. */
  heldNetworks: ReadonlySet<string>
}

/** Time that a ratio is about. */
export const REPUTATION_HOURS = 24
/** Mail providers lower the reputation of a sender from about here on. */
export const BOUNCED_SHARE_LIMIT = 0.05
export const COMPLAINT_SHARE_LIMIT = 0.001
/** Fewer emails say nothing: one wrong address of ten is no sign. */
export const MIN_EMAILS_FOR_BOUNCES = 100
/** A complaint of 20 emails is one person. */
export const MIN_COMPLAINTS = 3
/** Bounces and complaints of one network that count for the instance: a stranger with one network cannot lower the ceiling. */
export const MAX_BOUNCES_OF_NETWORK = 3
export const MAX_COMPLAINTS_OF_NETWORK = 1
/** Bounces and complaints from which on the emails of one network itself wait. */
export const MIN_BOUNCES_TO_HOLD = 3
export const MIN_COMPLAINTS_TO_HOLD = 2
/** Part of the ceiling that is left while too many emails bounce or are called spam. */
const REDUCED_PART = 1 / 10

/** The reputation of an instance that has sent nothing. */
export const NO_REPUTATION: EmailReputation = {
  emails: 0,
  bounced: 0,
  complaints: 0,
  isReduced: false,
  heldNetworks: new Set(),
}

/**
 * Judges the unproven emails of the last 24 hours. A network with bad mail waits alone: strangers choose the addresses of the
 * endpoints that they create, so all others go on. Only what many networks have in common lowers the ceiling of all.
 */
export function judgeReputation(networks: readonly NetworkEmails[]): EmailReputation {
  const sum = (count: (emails: NetworkEmails) => number) =>
    networks.reduce((total, emails) => total + count(emails), 0)
  const emails = sum(countEmails)
  const bounced = sum((one) => Math.min(one.bounced, MAX_BOUNCES_OF_NETWORK))
  const complaints = sum((one) => Math.min(one.complaints, MAX_COMPLAINTS_OF_NETWORK))
  return {
    emails,
    bounced: sum((one) => one.bounced),
    complaints: sum((one) => one.complaints),
    isReduced:
      (emails >= MIN_EMAILS_FOR_BOUNCES && bounced > emails * BOUNCED_SHARE_LIMIT) ||
      (complaints >= MIN_COMPLAINTS && complaints > emails * COMPLAINT_SHARE_LIMIT),
    heldNetworks: new Set(networks.filter(isHeld).map(({ network }) => network)),
  }
}

function countEmails({ sent, bounced }: NetworkEmails): number {
  return sent + bounced
}

/** Returns true when the emails of the network wait. Emails of unknown networks have nothing in common. */
function isHeld(emails: NetworkEmails): boolean {
  if (emails.network === UNKNOWN_NETWORK) return false
  const { bounced, complaints } = emails
  const isBounced = bounced >= MIN_BOUNCES_TO_HOLD && bounced > countEmails(emails) * BOUNCED_SHARE_LIMIT
  return isBounced || complaints >= MIN_COMPLAINTS_TO_HOLD
}

/** Returns the unproven emails that the instance sends in an hour: fewer while its reputation is at stake. */
export function getCeilingPerHour(perHour: number, { isReduced }: EmailReputation): number {
  return isReduced ? Math.ceil(perHour * REDUCED_PART) : perHour
}

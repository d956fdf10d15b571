import { UNKNOWN_NETWORK, type UnprovenHour } from './email-counts.ts'

/** Unproven emails of the last 24 hours about endpoints that one network created. */
export type NetworkEmails = Omit<UnprovenHour, 'hour'>

/** Reputation of this instance, by its unproven emails of the last 24 hours. */
export type EmailReputation = {
  /** Unproven emails that were sent or bounced. */
  emails: number
  bounced: number
  complaints: number
  /** Too many of them bounced or were marked as spam, over many networks: the ceiling is reduced. */
  isReduced: boolean
  /** Networks of whose own emails too many bounced or were marked as spam: further ones wait. */
  heldNetworks: ReadonlySet<string>
}

/** Hours over which the shares are computed. */
export const REPUTATION_HOURS = 24
/** Shares of all emails from which on mail providers lower the reputation of a sender. */
export const BOUNCED_SHARE_LIMIT = 0.05
export const COMPLAINT_SHARE_LIMIT = 0.001
/** With fewer emails, bounces say nothing: one wrong address out of ten means little. */
const MIN_EMAILS_FOR_BOUNCES = 100
/** Fewer complaints say nothing: one complaint about 20 emails is a single person. */
const MIN_COMPLAINTS = 3
/** Maximum that one network counts for the instance: a stranger with one network cannot reduce the ceiling. */
const MAX_BOUNCES_OF_NETWORK = 3
const MAX_COMPLAINTS_OF_NETWORK = 1
/** Bounces or complaints of one network from which on its own emails wait. */
const MIN_BOUNCES_TO_HOLD = 3
const MIN_COMPLAINTS_TO_HOLD = 2
/** Part of the ceiling that is left while too many emails bounce or are marked as spam. */
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
 * Judges the unproven emails of the last 24 hours. Only the network that caused bounces or complaints waits: strangers choose
 * the recipients of the endpoints that they create, so all others continue. Only problems that many networks share reduce the
 * ceiling of all.
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

/** Returns true if the emails of the network wait. Emails of unknown networks never do: they have nothing in common. */
function isHeld(emails: NetworkEmails): boolean {
  if (emails.network === UNKNOWN_NETWORK) return false
  const { bounced, complaints } = emails
  const isBounced = bounced >= MIN_BOUNCES_TO_HOLD && bounced > countEmails(emails) * BOUNCED_SHARE_LIMIT
  return isBounced || complaints >= MIN_COMPLAINTS_TO_HOLD
}

/** Returns how many unproven emails the instance sends in an hour: fewer while its reputation is at stake; 0 for no limit. */
export function getCeilingPerHour(perHour: number, { isReduced }: EmailReputation): number {
  return isReduced ? Math.ceil(perHour * REDUCED_PART) : perHour
}

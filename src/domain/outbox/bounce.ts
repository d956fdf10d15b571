import { canonicalMailbox, readPlainAddress } from '../accounts/mailbox.ts'
import { DAY, later } from '../time.ts'
import { type BounceReason, findBounceReason, isNoSuchMailbox } from './bounce-reason.ts'

/** Days for which nothing is sent to a mailbox that does not exist, while nobody has proven that somebody reads it. */
export const UNPROVEN_PAUSE_DAYS = 30
/** Bounces within `BOUNCE_WINDOW_DAYS` after which nothing is sent to a proven mailbox: one can be a mistake of its server. */
export const PROVEN_BOUNCE_LIMIT = 3
export const BOUNCE_WINDOW_DAYS = 7

/** Values of `Action` (RFC 3464 §2.3.3). */
export const DELIVERY_ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number]

/** Values of `Feedback-Type` (RFC 5965 §7.3). Others, such as auth-failure of RFC 6591, are no complaints. */
export const FEEDBACK_TYPES = ['abuse', 'fraud', 'virus', 'other', 'not-spam'] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

/** Statement of a mail server about one email to one recipient. `recipients`: its addresses, as they are; perhaps none. */
export type EmailReport =
  | {
      kind: 'bounce'
      action: DeliveryAction
      recipients: readonly string[]
      /** c.s.d of RFC 3463. */
      status: string
      /** Answer of the recipient's server: one line, without addresses; empty when the report has none. */
      answer: string
    }
  | { kind: 'complaint'; type: FeedbackType; recipients: readonly string[] }

/** Facts about the email that a report names by its token. */
export type ReportedEmail = {
  /** The address that it was sent to. */
  address: string
  /** `account`: it is about no endpoint, such as a sign-in email. */
  about: 'unclaimed_endpoint' | 'claimed_endpoint' | 'destination' | 'account'
  /** Times at which it bounced and was complained about; null before. Reports can be repeated by anybody who has one. */
  bouncedAt: Date | null
  complainedAt: Date | null
  /** Time at which a person proved that the mailbox is read. */
  mailboxProvenAt: Date | null
  /** Times at which other emails bounced because there is no such mailbox, since the last one that was delivered. */
  earlierBounces: readonly Date[]
}

/** Consequences of a report. */
export type ReportEffect =
  /** It is known already. */
  | { kind: 'ignored' }
  /** It changes nothing but a count. */
  | { kind: 'counted' }
  /** The email is still on its way. */
  | { kind: 'delayed' }
  | { kind: 'bounced'; reason: BounceReason; mailbox: MailboxEffect }
  /** As if the recipient had said "This wasn't me". */
  | { kind: 'declined' }
  /** The emails of the endpoint, or those to the destination, stop; the owner sees why. */
  | { kind: 'emails_stopped' }

/**
 * Consequences of a bounce for all emails to the same mailbox. `none`: it is not to blame. `counted`: one more such bounce.
 * `paused`: none until then. `stopped`: none until its owner wants them again; webhooks and chats go on.
 */
export type MailboxEffect =
  | { kind: 'none' }
  | { kind: 'counted' }
  | { kind: 'paused'; until: Date }
  | { kind: 'stopped' }

/** Decides what follows from a report about an email. */
export function decideReport(report: EmailReport, email: ReportedEmail, now: Date): ReportEffect {
  switch (report.kind) {
    case 'bounce':
      return decideBounce(report, email, now)
    case 'complaint':
      return report.type === 'not-spam' ? { kind: 'counted' } : decideComplaint(email)
  }
}

/**
 * Returns the report that is about this address; without one, the first that names no address, or another one, to which the
 * recipient's server forwarded the email. One message can report on many recipients (RFC 3464 §2.3).
 */
export function findReport(reports: readonly EmailReport[], address: string): EmailReport | null {
  const about = reports.find((report) => namesAddress(report, address))
  return about ?? reports.find(({ recipients }) => recipients.length === 0) ?? reports[0] ?? null
}

function decideBounce(
  report: Extract<EmailReport, { kind: 'bounce' }>,
  email: ReportedEmail,
  now: Date,
): ReportEffect {
  switch (report.action) {
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return { kind: 'counted' }
    case 'delayed':
      return { kind: email.bouncedAt ? 'ignored' : 'delayed' }
    case 'failed': {
      if (email.bouncedAt) return { kind: 'ignored' }
      const reason = findBounceReason(report)
      // A server to which the recipient's one forwards its emails says nothing about the mailbox of the recipient.
      // Nor does one that knows no tags about the mailbox of an address with a tag, which strangers can make up.
      const isToBlame =
        isNoSuchMailbox(reason) &&
        !hasTag(email.address) &&
        (report.recipients.length === 0 || namesAddress(report, email.address))
      return { kind: 'bounced', reason, mailbox: isToBlame ? blameMailbox(email, now) : { kind: 'none' } }
    }
  }
}

function blameMailbox({ mailboxProvenAt, earlierBounces }: ReportedEmail, now: Date): MailboxEffect {
  if (!mailboxProvenAt) return { kind: 'paused', until: later(now, UNPROVEN_PAUSE_DAYS * DAY) }
  const recent = earlierBounces.filter((at) => now.getTime() - at.getTime() < BOUNCE_WINDOW_DAYS * DAY)
  return { kind: recent.length + 1 >= PROVEN_BOUNCE_LIMIT ? 'stopped' : 'counted' }
}

/** Decides without a look at the address: mail providers often leave it out (RFC 6590). */
function decideComplaint({ about, complainedAt }: ReportedEmail): ReportEffect {
  // Whoever undid a decline must not be declined again by the same complaint.
  if (complainedAt) return { kind: 'ignored' }
  switch (about) {
    case 'unclaimed_endpoint':
      return { kind: 'declined' }
    case 'claimed_endpoint':
    case 'destination':
      return { kind: 'emails_stopped' }
    case 'account':
      // Without sign-in emails, the owner could never change anything.
      return { kind: 'counted' }
  }
}

function hasTag(address: string): boolean {
  return address.slice(0, address.lastIndexOf('@')).includes('+')
}

function namesAddress({ recipients }: EmailReport, address: string): boolean {
  const mailbox = toMailbox(address)
  return recipients.some((recipient) => toMailbox(recipient) === mailbox)
}

/** Returns the form of an address by which a report is recognized; servers change case, tags and the form of domains. */
function toMailbox(address: string): string {
  return canonicalMailbox(readPlainAddress(address) ?? address)
}

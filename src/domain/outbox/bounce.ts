import { canonicalMailbox, readPlainAddress } from '../accounts/mailbox.ts'
import { DAY, later } from '../time.ts'
import { type BounceReason, findBounceReason, isNoSuchMailbox } from './bounce-reason.ts'

/** Days for which nothing is sent to a mailbox that does not exist and that nobody has ever confirmed. */
export const UNPROVEN_PAUSE_DAYS = 30
/** Bounces within `BOUNCE_WINDOW_DAYS` after which nothing is sent to a confirmed mailbox: a single one can be its server's mistake. */
export const PROVEN_BOUNCE_LIMIT = 3
export const BOUNCE_WINDOW_DAYS = 7

/** Values of `Action` (RFC 3464 §2.3.3). */
export const DELIVERY_ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number]

/** Values of `Feedback-Type` (RFC 5965 §7.3). Others, such as auth-failure (RFC 6591), are not complaints. */
export const FEEDBACK_TYPES = ['abuse', 'fraud', 'virus', 'other', 'not-spam'] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

/** Statement of a mail server about one email to one recipient. `recipients`: the recipient's addresses, unchanged; may be empty. */
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

/** Facts about the email that a report identifies by its token. */
export type ReportedEmail = {
  /** The address that it was sent to. */
  address: string
  /** `account`: it is not about an endpoint, such as a sign-in email. */
  about: 'unclaimed_endpoint' | 'claimed_endpoint' | 'destination' | 'account'
  /** When it bounced and when a complaint arrived; null before. Anybody who has a report can send it again. */
  bouncedAt: Date | null
  complainedAt: Date | null
  /** When somebody last proved that a person reads the mailbox; null if nobody has. */
  mailboxProvenAt: Date | null
  /** When other emails bounced because the mailbox does not exist, since the last one that was delivered. */
  earlierBounces: readonly Date[]
}

/** Consequences of a report. */
export type ReportEffect =
  /** The same was reported before. */
  | { kind: 'ignored' }
  /** It is only counted. */
  | { kind: 'counted' }
  /** The email is still on its way. */
  | { kind: 'delayed' }
  | { kind: 'bounced'; reason: BounceReason; mailbox: MailboxEffect }
  /** As if the recipient had said "This wasn't me". */
  | { kind: 'declined' }
  /** The emails of the endpoint, or those to the destination, stop; the owner sees why. */
  | { kind: 'emails_stopped' }

/**
 * Consequences of a bounce for all emails to the same mailbox. `none`: the mailbox is not to blame. `counted`: one more bounce
 * counts against it. `paused`: no emails before `until`. `stopped`: no emails until its owner starts them again; webhooks and
 * chats continue.
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
 * Returns the report about this address; without one, the first report that names no address, or else one about another
 * address, to which the recipient's server forwarded the email. One message can report on many recipients (RFC 3464 §2.3).
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
      // A bounce from a server to which the recipient's server forwards emails says nothing about the recipient's mailbox.
      // Nor does a bounce of an address with a tag, which strangers can make up: the server may not support tags.
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

/** Decides what follows from a complaint, whatever address it names: mail providers often redact it (RFC 6590). */
function decideComplaint({ about, complainedAt }: ReportedEmail): ReportEffect {
  // After the decline was undone, the same complaint must not decline the endpoint again.
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

/** Returns the form in which addresses are compared: mail servers change case, tags and the form of domains. */
function toMailbox(address: string): string {
  return canonicalMailbox(readPlainAddress(address) ?? address)
}

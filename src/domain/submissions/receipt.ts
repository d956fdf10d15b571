import type { DeliveryState } from '../outbox/delivery.ts'
import { DAY, HOUR, later, SECOND } from '../time.ts'

/** Days for which a submission has a receipt, if it is stored for so long. */
export const MAX_RECEIPT_DAYS = 90
/** Time for which a visitor can withdraw a submission. */
export const WITHDRAW_MS = HOUR
/** Maximum length of the owner's answer, in UTF-16 code units. */
export const MAX_ANSWER_LENGTH = 4000
/**
 * Maximum delivery time that is shown for an email that was never sent: real ones may wait for the judgement of the spam
 * filter, and then for their mail server.
 */
const MAX_SHOWN_DELAY_MS = 40 * SECOND
/**
 * Share by which the shown time is shorter or longer than that of the earlier email: a visitor who sees both receipts would
 * recognize the same time.
 */
const SHOWN_DELAY_SPREAD = 0.25
/** Delivery time that is shown for such an email where the form has not sent one yet. */
const SHOWN_DELAY_MS = 1.4 * SECOND

/** An email to the recipient, as far as a receipt cares. */
export type ReceiptEmail = { state: DeliveryState; createdAt: Date; settledAt: Date | null }

/**
 * Progress of a submission on its way to the recipient, as its visitor sees it. `handed_over`: a mail server accepted the email.
 * `saved`: it waits for its recipient on this server, because the form or the instance sends no emails. `stopped`: no email will
 * be sent, whatever the reason.
 */
export type HandOver =
  | { kind: 'handed_over'; at: Date }
  | { kind: 'saved' | 'on_its_way' | 'delayed' | 'awaiting_confirmation' | 'stopped' }

/** Facts of a submission that its receipt is about. */
export type ReceiptFacts = {
  receivedAt: Date
  isSpam: boolean
  /** Emails to the recipient, oldest first. */
  emails: readonly ReceiptEmail[]
  /**
   * First email of the newest real submission of the form before this one; `email` is null where the form sent none. Null
   * without an earlier real submission.
   */
  earlier: { email: ReceiptEmail | null } | null
  /** The instance has no mail server: emails stay in its mailbox. */
  keepsEmails: boolean
  /** Number from 0 to 1, always the same for this submission, that no visitor can compute. */
  chance: number
}

/** The owner's answer to a visitor: plain text. */
export type ReceiptAnswer = { text: string; answeredAt: Date }

/** An answer with the name of the form; null where it has none, or nobody has confirmed the form. */
export type NamedAnswer = ReceiptAnswer & { formName: string | null }

/** A submission as its visitor sees it: nothing of its content, of its recipient, or of a verdict. */
export type Receipt = { kind: 'receipt'; storedAt: Date; handOver: HandOver } & (
  | { withdrawnAt: null; answer: NamedAnswer | null; withdrawUntil: Date | null }
  | { withdrawnAt: Date; answer: null; withdrawUntil: null }
)

/** Returns what the visitor of a submission sees of it. */
export function toReceipt(
  found: ReceiptFacts & { withdrawnAt: Date | null; answer: NamedAnswer | null },
  now: Date,
): Receipt {
  const { receivedAt: storedAt, withdrawnAt, answer } = found
  if (withdrawnAt !== null) {
    const handOver = getWithdrawnHandOver(found, withdrawnAt)
    return { kind: 'receipt', storedAt, handOver, withdrawnAt, answer: null, withdrawUntil: null }
  }
  const withdrawUntil = getWithdrawEnd(storedAt, now)
  return { kind: 'receipt', storedAt, handOver: getHandOver(found, now), withdrawnAt, answer, withdrawUntil }
}

/**
 * Returns the progress of a submission. That of spam is the one that a real submission would have, or else whoever sends spam
 * could look up what the filter lets through.
 */
export function getHandOver(submission: ReceiptFacts, now: Date): HandOver {
  return submission.isSpam ? imitateHandOver(submission, now) : toHandOver(submission)
}

/** Returns the progress at the withdrawal. It stops the email of a real submission, so that of spam is stopped, too. */
function getWithdrawnHandOver(submission: ReceiptFacts, withdrawnAt: Date): HandOver {
  const handOver = getHandOver(submission, withdrawnAt)
  const isOver = handOver.kind === 'handed_over' || handOver.kind === 'saved'
  return submission.isSpam && !isOver ? { kind: 'stopped' } : handOver
}

function toHandOver({ emails }: ReceiptFacts): HandOver {
  const accepted = emails.find(({ state }) => state === 'sent')
  if (accepted) return { kind: 'handed_over', at: accepted.settledAt ?? accepted.createdAt }
  const newest = emails.at(-1)
  const isKept = emails.some(({ state }) => state === 'kept')
  // A form without emails: its recipient reads the inbox.
  return !newest || isKept ? { kind: 'saved' } : toUnsent(newest.state)
}

function toUnsent(state: DeliveryState): HandOver {
  switch (state) {
    case 'kept':
      return { kind: 'saved' }
    case 'queued':
    case 'sent':
      return { kind: 'on_its_way' }
    case 'delayed':
      return { kind: 'delayed' }
    case 'held':
      return { kind: 'awaiting_confirmation' }
    // Both look the same: strangers are not told that a recipient has opted out.
    case 'failed':
    case 'suppressed':
      return { kind: 'stopped' }
  }
}

function imitateHandOver({ receivedAt, earlier, keepsEmails, chance }: ReceiptFacts, now: Date): HandOver {
  const spread = 1 + SHOWN_DELAY_SPREAD * (2 * chance - 1)
  if (earlier === null)
    return acceptedAt(later(receivedAt, spread * SHOWN_DELAY_MS), now, keepsEmails ? 'kept' : 'sent')
  const { email } = earlier
  if (email === null) return { kind: 'saved' }
  if (email.settledAt === null || (email.state !== 'sent' && email.state !== 'kept')) {
    return toUnsent(email.state)
  }
  const took = email.settledAt.getTime() - email.createdAt.getTime()
  const shown = later(receivedAt, spread * Math.min(took, MAX_SHOWN_DELAY_MS))
  // An outage that the earlier email waited for would have delayed this one, too.
  const afterOutage = later(email.settledAt, chance * SHOWN_DELAY_MS)
  return acceptedAt(email.settledAt > shown ? afterOutage : shown, now, email.state)
}

function acceptedAt(at: Date, now: Date, as: 'sent' | 'kept'): HandOver {
  if (now < at) return { kind: 'on_its_way' }
  return as === 'kept' ? { kind: 'saved' } : { kind: 'handed_over', at }
}

/** Returns until when a submission can be withdrawn; null when it no longer can. */
export function getWithdrawEnd(receivedAt: Date, now: Date): Date | null {
  const end = later(receivedAt, WITHDRAW_MS)
  return now < end ? end : null
}

/** Returns false for a submission that is too old to have a receipt. */
export function hasReceipt({ receivedAt }: Pick<ReceiptFacts, 'receivedAt'>, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() < MAX_RECEIPT_DAYS * DAY
}

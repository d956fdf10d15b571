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
 * `saved`: it waits for its recipient on this server, because the instance sends no emails. `stopped`: no email will be sent,
 * because it was refused for good or the submission withdrawn.
 */
export type HandOver =
  | { kind: 'handed_over'; at: Date }
  | { kind: 'saved' | 'on_its_way' | 'delayed' | 'awaiting_confirmation' | 'stopped' }

/** Facts of a submission that its receipt is about. */
export type ReceiptFacts = {
  receivedAt: Date
  withdrawnAt: Date | null
  isSpam: boolean
  /** Emails to the recipient, oldest first. */
  emails: readonly ReceiptEmail[]
  /** First email of the newest real submission of the form before this one; null where there is none. */
  earlier: ReceiptEmail | null
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
export function toReceipt(found: ReceiptFacts & { answer: NamedAnswer | null }, now: Date): Receipt {
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
 * could look up what the filter lets through. So is that of a submission whose recipient has stopped the emails: strangers are
 * not told of it.
 */
export function getHandOver(submission: ReceiptFacts, now: Date): HandOver {
  return isImitated(submission) ? imitateHandOver(submission, now) : toHandOver(submission)
}

/** Returns the progress at the withdrawal. It stops the email of a real submission, so that of others is stopped, too. */
function getWithdrawnHandOver(submission: ReceiptFacts, withdrawnAt: Date): HandOver {
  const handOver = getHandOver(submission, withdrawnAt)
  const isOver = handOver.kind === 'handed_over' || handOver.kind === 'saved'
  return isImitated(submission) && !isOver ? { kind: 'stopped' } : handOver
}

function isImitated({ isSpam, emails, withdrawnAt }: ReceiptFacts): boolean {
  const newest = emails.at(-1)
  if (isSpam || !newest) return true
  // A withdrawal stops the email, too, and its visitor knows of that.
  const isStoppedBefore = withdrawnAt === null || (newest.settledAt ?? withdrawnAt) < withdrawnAt
  return newest.state === 'suppressed' && isStoppedBefore
}

function toHandOver({ emails }: ReceiptFacts): HandOver {
  const accepted = emails.find(({ state }) => state === 'sent')
  if (accepted) return { kind: 'handed_over', at: accepted.settledAt ?? accepted.createdAt }
  if (emails.some(({ state }) => state === 'kept')) return { kind: 'saved' }
  return toUnsent(emails.at(-1)?.state ?? 'queued')
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
    case 'bounced':
    case 'failed':
    case 'suppressed':
      return { kind: 'stopped' }
  }
}

function imitateHandOver({ receivedAt, earlier, keepsEmails, chance }: ReceiptFacts, now: Date): HandOver {
  const spread = 1 + SHOWN_DELAY_SPREAD * (2 * chance - 1)
  if (earlier === null || earlier.state === 'suppressed')
    return acceptedAt(later(receivedAt, spread * SHOWN_DELAY_MS), now, keepsEmails ? 'kept' : 'sent')
  if (earlier.settledAt === null || (earlier.state !== 'sent' && earlier.state !== 'kept')) {
    return toUnsent(earlier.state)
  }
  const took = earlier.settledAt.getTime() - earlier.createdAt.getTime()
  const shown = later(receivedAt, spread * Math.min(took, MAX_SHOWN_DELAY_MS))
  // An outage that the earlier email waited for would have delayed this one, too.
  const afterOutage = later(earlier.settledAt, chance * SHOWN_DELAY_MS)
  return acceptedAt(earlier.settledAt > shown ? afterOutage : shown, now, earlier.state)
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

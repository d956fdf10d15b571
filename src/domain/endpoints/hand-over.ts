import { mailboxIdentity } from '../accounts/mailbox.ts'
import { type ConfirmationFacts, checkConfirmationLimits } from '../destinations/email-destination.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import { MAX_LABELS } from '../submissions/label.ts'
import { DAY, later } from '../time.ts'
import { type EndpointFacts, isConfirmed } from './endpoint.ts'

/** The new owner accepts within this time, and the owner confirms within the same time after that, or nothing happens. */
export const HAND_OVER_DAYS = 7

/**
 * Labels and marks of submissions, and as many files, that a hand-over moves at most: nothing is accepted while it does.
 */
export const MAX_MOVED_ROWS = 20_000
/** Labels and marks of a whole account that a hand-over looks at where those of the form may be too many. */
export const MAX_CHECKED_ROWS = 100_000
/** The page of an offer counts submissions up to this number. */
export const MAX_COUNTED_SUBMISSIONS = 10_000

/** The dates of a hand-over that is not over. */
export type HandOverDates = {
  askedAt: Date
  /** Null until the new owner accepts. */
  acceptedAt: Date | null
}

/** Returns the time at which a hand-over expires. */
export function getHandOverEnd({ askedAt, acceptedAt }: HandOverDates): Date {
  return later(acceptedAt ?? askedAt, HAND_OVER_DAYS * DAY)
}

/** Refuses to ask somebody to take over a form; null when the email may be sent. */
export function checkHandOver(request: {
  endpoint: EndpointFacts
  holder: string
  recipient: string
  /** Null without one. */
  open: HandOverDates | null
  facts: ConfirmationFacts
  now: Date
}): Refusal | null {
  const { endpoint, holder, recipient, open, facts, now } = request
  if (endpoint.retiredAt) return { code: 'endpoint_retired' }
  if (endpoint.suspension) return { code: 'endpoint_suspended' }
  if (!isConfirmed(endpoint)) {
    return { code: 'value_invalid', message: 'This form was claimed by its link alone. Keep it first.' }
  }
  if (mailboxIdentity(recipient) === mailboxIdentity(holder)) {
    return { code: 'value_invalid', field: 'email', message: 'This is the address of the account itself.' }
  }
  if (open && now < getHandOverEnd(open)) return { code: 'hand_over_open' }
  return checkConfirmationLimits(facts, now)
}

/** A reason for which the new owner cannot have the form yet. */
export type HandOverObstacle =
  /** Its files and theirs exceed what their plan stores. */
  | { kind: 'files'; limit: number }
  /** It encrypts submissions to the OpenPGP key of its owner, and they have none. */
  | { kind: 'key' }
  /** Its labels and theirs are more than an account has. */
  | { kind: 'labels' }
  /** The operator has suspended their account. */
  | { kind: 'suspended' }
  /** The operator has suspended the form, or the account that it would leave. */
  | { kind: 'form_suspended' }
  /** Its files, or the labels and marks of its submissions, are too many to move at once. */
  | { kind: 'size' }

/** The account of the new owner, or of one that would be opened, and what the form brings. */
export type Receiver = {
  plan: Plan | null
  isSuspended: boolean
  storedBytes: number
  hasKey: boolean
  /** Labels of the account, with those that it gets. */
  labels: number
}

/** Finds what keeps the form from going to this account; null for nothing. */
export function findObstacle(
  { plan, isSuspended, storedBytes, hasKey, labels }: Receiver,
  form: { fileBytes: number; movedRows: number; store: 'plain' | 'encrypted'; isSuspended: boolean },
): HandOverObstacle | null {
  if (isSuspended) return { kind: 'suspended' }
  if (form.isSuspended) return { kind: 'form_suspended' }
  if (form.movedRows > MAX_MOVED_ROWS) return { kind: 'size' }
  const limit = plan?.storedBytes ?? 0
  if (form.fileBytes > 0 && storedBytes + form.fileBytes > limit) return { kind: 'files', limit }
  if (form.store === 'encrypted' && !hasKey) return { kind: 'key' }
  return labels > MAX_LABELS ? { kind: 'labels' } : null
}

/** Converts an obstacle to the refusal that the owner who confirms gets. */
export function toObstacleRefusal(obstacle: HandOverObstacle): Refusal {
  switch (obstacle.kind) {
    case 'files':
      return {
        code: 'limit_reached',
        message: 'The new owner’s plan has no room for the files of this form.',
      }
    case 'suspended':
      return { code: 'account_suspended', message: 'The account of the new owner is suspended.' }
    case 'form_suspended':
      return { code: 'endpoint_suspended' }
    case 'size':
      return {
        code: 'limit_reached',
        message: `A form is handed over with at most ${MAX_MOVED_ROWS} files, and as many labels, stars, notes and assignments of its submissions together. Remove some first.`,
      }
    case 'key':
      return { code: 'email_key_needed', message: 'The new owner has no OpenPGP key, which this form needs.' }
    case 'labels':
      return {
        code: 'limit_reached',
        message: 'The new owner’s account has no room for the labels of this form.',
      }
  }
}

/** Returns the form as its new owner gets it: without what belongs to the account that it leaves. */
export function handOver(endpoint: EndpointFacts, recipient: string, now: Date): EndpointFacts {
  const { settings } = endpoint
  return {
    ...endpoint,
    recipient,
    handedOverAt: now,
    mailStoppedAt: null,
    settings: {
      ...settings,
      destinations: [],
      queueId: null,
      email: { ...settings.email, snoozedUntil: null },
    },
    version: endpoint.version + 1,
  }
}

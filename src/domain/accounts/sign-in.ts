import { secondsUntilFree, type WindowLimit } from '../sliding-window.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../time.ts'

/** Minutes for which a sign-in email is valid, for one use. */
export const SIGN_IN_MINUTES = 15
/** Maximum time between a request and its email. */
const MAX_SIGN_IN_EMAIL_DELAY_MS = 2 * SECOND
/** Number of wrong codes that invalidate a sign-in. */
export const MAX_CODE_TRIES = 5

/**
 * Sign-in emails to one mailbox, counting all its tags together. A browser that has signed in to its account has as many
 * for itself.
 */
export const EMAILS_TO_MAILBOX: readonly WindowLimit[] = [
  { times: 3, span: HOUR },
  { times: 10, span: DAY },
]
/** Requests for one mailbox from one client address or IPv6 /48 that may cause an email: some are left to others. */
export const SIGN_INS_PER_ADDRESS_AND_MAILBOX: readonly WindowLimit[] = [
  { times: 2, span: HOUR },
  { times: 7, span: DAY },
]
/** Confirmation emails that one session may request. */
export const EMAILS_TO_CONFIRM: readonly WindowLimit[] = [
  { times: 6, span: HOUR },
  { times: 20, span: DAY },
]
/**
 * Requests from one client address, for any mailbox: an office shares one, a bot has many. A browser that has signed in to
 * the account has as many for itself.
 */
export const SIGN_INS_PER_ADDRESS: readonly WindowLimit[] = [
  { times: 20, span: HOUR },
  { times: 60, span: DAY },
]

/**
 * The limit on emails that a sign-in request counts against: that of its mailbox, or that of a browser that has signed in to
 * the account before. `none`: the client address has used up its share, and no email is sent.
 */
export type SignInAllowance = 'mailbox' | 'browser' | 'none'

export type SignInFacts = { createdAt: Date; usedAt: Date | null; tries: number }

/** Returns true while the link or the code of a sign-in still works. */
export function isUsable(signIn: SignInFacts, now: Date): boolean {
  return signIn.usedAt === null && signIn.tries < MAX_CODE_TRIES && now < signInExpiresAt(signIn.createdAt)
}

/** Returns the time at which a sign-in that was created at `createdAt` expires. */
export function signInExpiresAt(createdAt: Date): Date {
  return later(createdAt, SIGN_IN_MINUTES * MINUTE)
}

/**
 * Returns when a requested sign-in email is sent. The delay is random: the work of sending it must not show in the time of the
 * next requests whether the address has an account.
 *
 * @param random 0 ≤ random < 1
 */
export function signInEmailDueAt(requestedAt: Date, random: number): Date {
  return later(requestedAt, Math.floor(random * MAX_SIGN_IN_EMAIL_DELAY_MS))
}

/** Returns the cutoff: sign-ins created at or before it have expired. */
export function oldestUsableSignIn(now: Date): Date {
  return later(now, -SIGN_IN_MINUTES * MINUTE)
}

/**
 * Returns true when a sign-in email should be sent: the mailbox has an account and is within its limits. A suppression
 * does not count: it must never lock owners out.
 */
export function shouldSendSignInEmail(found: {
  hasAccount: boolean
  sent: readonly Date[]
  allowance: SignInAllowance
  now: Date
}): boolean {
  if (found.allowance === 'none') return false
  return found.hasAccount && secondsUntilFree(found.sent, found.now, EMAILS_TO_MAILBOX) === 0
}

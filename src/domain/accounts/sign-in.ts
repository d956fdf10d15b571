import { DAY, HOUR, later, MINUTE, secondsUntil } from '../time.ts'

/** Minutes for which a sign-in email is valid, for one use. */
export const SIGN_IN_MINUTES = 15
/** Number of wrong codes that invalidate a sign-in. */
export const MAX_CODE_TRIES = 5

/** Maximum number of sign-in requests within an hour and within a day. */
type SignInLimit = { perHour: number; perDay: number }

/** Sign-in emails to one mailbox, counting all its tags together. */
export const EMAILS_TO_MAILBOX: SignInLimit = { perHour: 3, perDay: 10 }
/** Confirmation emails that one session may request. */
export const EMAILS_TO_CONFIRM: SignInLimit = { perHour: 6, perDay: 20 }
/** Requests from one client address, for any mailbox: an office shares one, a bot has many. */
export const SIGN_INS_PER_ADDRESS: SignInLimit = { perHour: 20, perDay: 60 }

export type SignInFacts = { createdAt: Date; usedAt: Date | null; tries: number }

/** Returns true while the link or the code of a sign-in still works. */
export function isUsable(signIn: SignInFacts, now: Date): boolean {
  return signIn.usedAt === null && signIn.tries < MAX_CODE_TRIES && now < signInExpiresAt(signIn.createdAt)
}

/** Returns the time at which a sign-in that was created at `createdAt` expires. */
export function signInExpiresAt(createdAt: Date): Date {
  return later(createdAt, SIGN_IN_MINUTES * MINUTE)
}

/** Returns the cutoff: sign-ins created at or before it have expired. */
export function oldestUsableSignIn(now: Date): Date {
  return later(now, -SIGN_IN_MINUTES * MINUTE)
}

/** Returns the whole seconds until another sign-in may be requested; 0 when it may be now. */
export function secondsUntilSignIn(earlier: readonly Date[], now: Date, limit: SignInLimit): number {
  const waits = [
    secondsUntilBelow(earlier, { now, within: HOUR, most: limit.perHour }),
    secondsUntilBelow(earlier, { now, within: DAY, most: limit.perDay }),
  ]
  return Math.max(...waits)
}

function secondsUntilBelow(
  earlier: readonly Date[],
  { now, within, most }: { now: Date; within: number; most: number },
): number {
  const recent = earlier
    .filter((at) => now < later(at, within))
    .sort((one, other) => other.getTime() - one.getTime())
  // The oldest request that still fills the limit.
  const blocking = recent[most - 1]
  return blocking ? secondsUntil(later(blocking, within), now) : 0
}

/**
 * Returns true when a sign-in email should be sent: the mailbox has an account, is within its limits, and is not
 * suppressed without ever having consented.
 */
export function shouldSendSignInEmail(found: {
  hasAccount: boolean
  suppressed: boolean
  consented: boolean
  sent: readonly Date[]
  now: Date
}): boolean {
  if (!found.hasAccount || (found.suppressed && !found.consented)) return false
  return secondsUntilSignIn(found.sent, found.now, EMAILS_TO_MAILBOX) === 0
}

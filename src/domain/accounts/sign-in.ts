import { DAY, HOUR, later, MINUTE, secondsUntil } from '../time.ts'

/** A sign-in email is good for so long, and for one use. */
export const SIGN_IN_MINUTES = 15
/** So many wrong codes burn it. */
export const MAX_CODE_TRIES = 5

/** The most of something within an hour, and within a day. */
export type SignInLimit = { perHour: number; perDay: number }

/** Emails to one mailbox, over all the tags it is written with. */
export const EMAILS_TO_MAILBOX: SignInLimit = { perHour: 3, perDay: 10 }
/** Emails that a session asks for to confirm itself. */
export const EMAILS_TO_CONFIRM: SignInLimit = { perHour: 6, perDay: 20 }
/** What one client address asks for, whoever it names: an office has one, a bot has many. */
export const SIGN_INS_PER_ADDRESS: SignInLimit = { perHour: 20, perDay: 60 }

export type SignInFacts = { createdAt: Date; usedAt: Date | null; tries: number }

/** Whether a link or a code may still use it. */
export function isUsable(signIn: SignInFacts, now: Date): boolean {
  return signIn.usedAt === null && signIn.tries < MAX_CODE_TRIES && now < signInExpiresAt(signIn.createdAt)
}

/** When a sign-in that was asked for then is good for nothing any more. */
export function signInExpiresAt(createdAt: Date): Date {
  return later(createdAt, SIGN_IN_MINUTES * MINUTE)
}

/** What was asked for then, or earlier, is over now. */
export function oldestUsableSignIn(now: Date): Date {
  return later(now, -SIGN_IN_MINUTES * MINUTE)
}

/** Whole seconds until one more may be asked for; 0 when it may now. */
export function secondsUntilSignIn(earlier: readonly Date[], now: Date, limit: SignInLimit): number {
  const waits = [
    secondsUntilOneEnds(earlier, { now, within: HOUR, most: limit.perHour }),
    secondsUntilOneEnds(earlier, { now, within: DAY, most: limit.perDay }),
  ]
  return Math.max(...waits)
}

function secondsUntilOneEnds(
  earlier: readonly Date[],
  { now, within, most }: { now: Date; within: number; most: number },
): number {
  const recent = earlier
    .filter((at) => now < later(at, within))
    .sort((one, other) => other.getTime() - one.getTime())
  // The one that has to be gone for there to be room.
  const blocking = recent[most - 1]
  return blocking ? secondsUntil(later(blocking, within), now) : 0
}

/**
 * Whether an email is worth sending to a mailbox: somebody owns something with it, and its owner has not said, without
 * ever having said yes, that nobody shall write to it.
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

import { HOUR, later } from '../time.ts'
import type { EmailSettings } from './email-settings.ts'
import { getWallMinutes, isWithinWallTimes, nextWallTime } from './wall-time.ts'

/** Default number of emails about one form within an hour after which its owner gets one an hour; counted by each node. */
export const SINGLE_EMAILS_PER_HOUR = 30
/** Days after which a digest that could not be sent is out of date. */
export const DIGEST_EXPIRY_DAYS = 30
/** Maximum number of submissions that a digest lists. */
export const MAX_NAMED_IN_DIGEST = 40

/** Facts of an email about a submission to the owner of a confirmed form, before its first attempt. */
export type RhythmFacts = {
  createdAt: Date
  now: Date
  /** It waits for a digest. */
  gathers: boolean
  /** The form had too many emails within the last hour. */
  isBurst: boolean
  /** Start of the newest email of the form that counted; null before. */
  emailedAt: Date | null
}

/** `wait`: until that time; `gathers`: to become part of a digest. `gather`: now, together with all others that wait. */
export type Rhythm = { kind: 'send' } | { kind: 'wait'; until: Date; gathers: boolean } | { kind: 'gather' }

/** Decides when an email begins, by the settings of its form. */
export function decideRhythm(settings: EmailSettings, facts: RhythmFacts): Rhythm {
  const { now, gathers, isBurst } = facts
  const { mode, quietHours } = settings
  const snoozedUntil = getSnoozeEnd(settings, now)
  if (snoozedUntil) return { kind: 'wait', until: snoozedUntil, gathers: true }
  if (mode === 'daily') return decideDaily(settings, facts)
  const isHourly = mode === 'hourly' || isBurst
  if (quietHours && isWithinWallTimes(quietHours, getWallMinutes(now, settings.timeZone))) {
    const { timeZone } = settings
    const until = nextWallTime(now, { at: quietHours.to, timeZone, occurrence: 'any' })
    return { kind: 'wait', until, gathers: gathers || isHourly }
  }
  if (!isHourly) return { kind: gathers ? 'gather' : 'send' }
  const until = findHourEnd(facts)
  return until ? { kind: 'wait', until, gathers: true } : { kind: 'gather' }
}

/** Returns the end of the snooze of a form; null when it is not snoozed now. */
export function getSnoozeEnd({ snoozedUntil }: EmailSettings, now: Date): Date | null {
  if (snoozedUntil === null) return null
  const until = new Date(snoozedUntil)
  return until > now ? until : null
}

/** Decides for mode daily. An email that was created before the clock went back is part of the next daily email, too. */
function decideDaily({ dailyAt, timeZone }: EmailSettings, { createdAt, now, gathers }: RhythmFacts): Rhythm {
  if (createdAt > now && gathers) return { kind: 'gather' }
  const after = createdAt > now ? now : createdAt
  const until = nextWallTime(after, { at: dailyAt, timeZone, occurrence: 'first' })
  return until > now ? { kind: 'wait', until, gathers: true } : { kind: 'gather' }
}

/** Returns when the hour after the last email ends; null if it is over. A last email in the future means that the clock went back. */
function findHourEnd({ emailedAt, now }: RhythmFacts): Date | null {
  if (emailedAt === null || emailedAt > now) return null
  const end = later(emailedAt, HOUR)
  return end > now ? end : null
}

import { getWallMinutes, isWithinWallTimes, nextWallTime } from '../outbox/wall-time.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../time.ts'

/** Maximum number of devices of an account. */
export const MAX_DEVICES = 10
/** Maximum length of the address that a push service gave a browser. Those in use have up to 600 characters. */
export const MAX_PUSH_ADDRESS_LENGTH = 2048
/** Maximum number of forms that a device can choose. */
export const MAX_CHOSEN_FORMS = 100
/** Time after its arrival from which a device is notified of a submission: those of one moment share a notification, and keep their order. */
export const SETTLE_MS = 2 * SECOND
/** Minimum time between two notifications about one form to one device. */
export const NOTIFICATION_PAUSE_MS = MINUTE
/** Hours for which a push service keeps a notification for a device that is off. */
export const NOTIFICATION_HOURS = 24
/** Hours after the first failure in a row after which a notification is given up. */
export const GIVE_UP_HOURS = 24
/** Pauses before a notification is sent again. */
const RETRY_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR] as const

/** Notifications that a device gets. */
export type DeviceSettings = {
  /** Ids of the forms that it is notified of; null: all, also later ones. */
  formIds: readonly string[] | null
  /** Local times, `HH:MM`, between which notifications wait, and the IANA name of their time zone; null: none. */
  quietHours: { from: string; to: string; timeZone: string } | null
}

/** A push subscription (RFC 8030) as the browser created it. */
export type PushSubscription = {
  /** Address at the push service: a secret, because its holder can send to the browser. */
  address: string
  /** Public key of the browser for encryption: an uncompressed point of P-256, base64url. */
  publicKey: string
  /** Authentication secret of the browser: 16 bytes, base64url. */
  authSecret: string
}

/** The key by which this instance identifies itself to push services (RFC 8292): a private key of P-256, base64url. */
export type PushServerKey = { publicKey: string; privateKey: string }

/** A device that can be notified. `serverKey`: the one that its subscription is bound to. */
export type PushTarget = { subscription: PushSubscription; serverKey: PushServerKey }

/** Returns the end of the quiet hours; null when they do not apply now. */
export function getQuietEnd({ quietHours }: Pick<DeviceSettings, 'quietHours'>, now: Date): Date | null {
  if (quietHours === null) return null
  const { timeZone, to } = quietHours
  if (!isWithinWallTimes(quietHours, getWallMinutes(now, timeZone))) return null
  return nextWallTime(now, { at: to, timeZone, occurrence: 'any' })
}

/**
 * The answer of a push service. `gone`: the subscription has ended. `refused`: trying again does not help. `failed`: it may help
 * later. `answer`: in a few words, for the owner.
 */
export type PushAnswer =
  | { kind: 'sent' }
  | { kind: 'gone'; answer: string }
  | { kind: 'refused'; answer: string }
  | { kind: 'failed'; answer: string; minWaitMs: number }

/** Failures in a row of a device; null after a success. */
export type DeviceFailing = { since: Date; times: number }

/**
 * The end of a lease. `notified`: of submissions up to this key; `isSent`: by a notification now. `failed`: they are tried again at
 * `until`, or given up when it is null. `stopped`: its push service refuses for good.
 */
export type DeviceOutcome =
  | { kind: 'notified'; notifiedKey: number; isSent: boolean; notBefore: Date | null }
  | { kind: 'waiting'; until: Date }
  | { kind: 'failed'; notifiedKey: number; failing: DeviceFailing; until: Date | null; answer: string }
  | { kind: 'stopped'; notifiedKey: number; answer: string }
  | { kind: 'gone' }

/** Decides when a notification that failed is sent again; `until` is null once it is given up. */
export function decideRetry(
  { failing, minWaitMs }: { failing: DeviceFailing | null; minWaitMs: number },
  now: Date,
): { failing: DeviceFailing; until: Date | null } {
  const times = (failing?.times ?? 0) + 1
  const since = failing?.since ?? now
  const pause = RETRY_MS[Math.min(times, RETRY_MS.length) - 1] ?? 0
  const until = later(now, Math.max(pause, minWaitMs))
  const isOver = until.getTime() - since.getTime() > GIVE_UP_HOURS * HOUR
  return { failing: { since, times }, until: isOver ? null : until }
}

/** Returns the instant since which unread submissions count as new for a device, whose dashboard was last used at `seenAt`. */
export function getNewSince({ seenAt, addedAt }: { seenAt: Date; addedAt: Date }, now: Date): Date {
  return new Date(Math.max(seenAt.getTime(), addedAt.getTime(), now.getTime() - DAY))
}

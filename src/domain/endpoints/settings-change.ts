import { type FileSettings, isSameFileSettings } from '../files/file-settings.ts'
import type { Language } from '../language.ts'
import { type EmailSettings, isSameEmailSettings } from '../outbox/email-settings.ts'
import { type QueueLimits, toQueueLimits } from '../queues/queue.ts'
import { isSameSpam, type SpamSettings } from '../spam/spam-settings.ts'
import { isSameGoal } from '../telemetry/goal.ts'
import type { EndpointFacts } from './endpoint.ts'
import { type EndpointSettings, NO_SETTINGS } from './settings.ts'

/** A change of the settings; absent properties stay as they are. */
export type SettingsChange = Partial<
  Pick<
    EndpointSettings,
    | 'name'
    | 'redirectUrl'
    | 'errorUrl'
    | 'allowedOrigins'
    | 'honeypot'
    | 'expect'
    | 'submittedSubject'
    | 'queueId'
    | 'challenge'
    | 'store'
  >
> & {
  /** Limits of a queue; absent ones stay as they are. */
  queueLimits?: Partial<QueueLimits>
  /** Level and lists; absent ones stay as they are. */
  spam?: Partial<SpamSettings>
  /** Absent ones stay as they are. */
  files?: Partial<FileSettings>
  /** Absent ones stay as they are. */
  email?: Partial<EmailSettings>
  /** Language of the emails; null: unknown, so English. */
  language?: Language | null
  /** false stops emails; submissions are still stored. */
  emails?: boolean
}

/** Returns the endpoint after the change; null when nothing changes, so that a repeated request has no effect. */
export function changeSettings(
  endpoint: EndpointFacts,
  change: SettingsChange,
  now: Date,
): EndpointFacts | null {
  const { emails, language = endpoint.language, queueLimits, spam, files, email, ...set } = change
  const limits = { ...endpoint.settings.queueLimits, ...queueLimits }
  const settings = {
    ...endpoint.settings,
    ...set,
    queueLimits: limits,
    spam: { ...endpoint.settings.spam, ...spam },
    files: { ...endpoint.settings.files, ...files },
    email: { ...endpoint.settings.email, ...email },
  }
  const mailStoppedAt = stoppedAt(endpoint, emails, now)
  const same =
    isSame(settings, endpoint.settings) &&
    language === endpoint.language &&
    (mailStoppedAt === null) === (endpoint.mailStoppedAt === null)
  if (same) return null
  // NO_SETTINGS itself is stored as null, so that submissions need not parse settings.
  return {
    ...endpoint,
    settings: isSame(settings, NO_SETTINGS) ? NO_SETTINGS : settings,
    language,
    mailStoppedAt,
  }
}

function stoppedAt(endpoint: EndpointFacts, emails: boolean | undefined, now: Date): Date | null {
  if (emails === undefined) return endpoint.mailStoppedAt
  return emails ? null : (endpoint.mailStoppedAt ?? now)
}

type Comparison<Value> = (one: Value, other: Value) => boolean

/** Compares each setting; a new one needs its line here, or a change of it alone would be no change. */
const COMPARISONS: { [Setting in keyof EndpointSettings]: Comparison<EndpointSettings[Setting]> } = {
  name: Object.is,
  redirectUrl: Object.is,
  errorUrl: Object.is,
  honeypot: Object.is,
  expectEvery: Object.is,
  badgeId: Object.is,
  goal: isSameGoal,
  submittedSubject: Object.is,
  queueId: Object.is,
  challenge: Object.is,
  store: Object.is,
  allowedOrigins: (one, other) => one.join(' ') === other.join(' '),
  expect: (one, other) => one.join('\n') === other.join('\n'),
  destinations: Object.is,
  queueLimits: isSameLimits,
  spam: isSameSpam,
  files: isSameFileSettings,
  email: isSameEmailSettings,
}

function isSame(one: EndpointSettings, other: EndpointSettings): boolean {
  const isSameSetting = <Setting extends keyof EndpointSettings>(setting: Setting) =>
    COMPARISONS[setting](one[setting], other[setting])
  return (Object.keys(COMPARISONS) as (keyof EndpointSettings)[]).every(isSameSetting)
}

function isSameLimits(one: Partial<QueueLimits>, other: Partial<QueueLimits>): boolean {
  const limits = toQueueLimits(one)
  const others = toQueueLimits(other)
  return (
    limits.leaseMs === others.leaseMs &&
    limits.maxDeliveries === others.maxDeliveries &&
    limits.retentionDays === others.retentionDays
  )
}

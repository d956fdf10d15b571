import type { Language } from '../language.ts'
import { type QueueLimits, toQueueLimits } from '../queues/queue.ts'
import { isSameSpam, type SpamSettings } from '../spam/spam-settings.ts'
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
  >
> & {
  /** Limits of a queue; absent ones stay as they are. */
  queueLimits?: Partial<QueueLimits>
  /** Level and lists; absent ones stay as they are. */
  spam?: Partial<SpamSettings>
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
  const { emails, language = endpoint.language, queueLimits, spam, ...set } = change
  const limits = { ...endpoint.settings.queueLimits, ...queueLimits }
  const settings = {
    ...endpoint.settings,
    ...set,
    queueLimits: limits,
    spam: { ...endpoint.settings.spam, ...spam },
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

function isSame(one: EndpointSettings, other: EndpointSettings): boolean {
  return (
    one.name === other.name &&
    one.redirectUrl === other.redirectUrl &&
    one.errorUrl === other.errorUrl &&
    one.honeypot === other.honeypot &&
    one.submittedSubject === other.submittedSubject &&
    one.queueId === other.queueId &&
    one.allowedOrigins.join(' ') === other.allowedOrigins.join(' ') &&
    one.expect.join('\n') === other.expect.join('\n') &&
    one.destinations === other.destinations &&
    isSameLimits(one.queueLimits, other.queueLimits) &&
    isSameSpam(one.spam, other.spam) &&
    one.challenge === other.challenge
  )
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

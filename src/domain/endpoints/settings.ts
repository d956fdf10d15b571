import type { Destination } from '../destinations/destination-kinds.ts'
import { type FileSettings, NO_FILE_SETTINGS } from '../files/file-settings.ts'
import { type EmailSettings, NO_EMAIL_SETTINGS } from '../outbox/email-settings.ts'
import type { QueueLimits } from '../queues/queue.ts'
import { type ChallengeMode, NO_SPAM_SETTINGS, type SpamSettings } from '../spam/spam-settings.ts'
import type { Goal } from '../telemetry/goal.ts'
import type { Span } from '../telemetry/watch.ts'

export const MAX_ENDPOINT_NAME_LENGTH = 100
export const MAX_ALLOWED_ORIGINS = 20

/** Settings of an endpoint, made by its owner. */
export type EndpointSettings = {
  /** Name given by the owner; null: none. */
  name: string | null
  /** Absolute http(s) address that a browser is sent to after its submission, unless `_next` names one. */
  redirectUrl: string | null
  /** Absolute http(s) address that a browser is sent to after a refusal, unless `_error` names one; null: our page. */
  errorUrl: string | null
  /** Web origins that may submit and that `_next` and `_error` may lead to; empty: every origin may submit. */
  allowedOrigins: readonly string[]
  /** Name of a second honeypot field beside `_gotcha`. */
  honeypot: string | null
  /** Names of the fields that the form is expected to send; nothing is refused because of them. */
  expect: readonly string[]
  /** Interval of the events that the creator of a telemetry endpoint promised, such as `1h`; null: none. */
  expectEvery: Span | null
  /** Id of the published status badge of a telemetry endpoint, from which its key is derived; null: not published. */
  badgeId: string | null
  /** Events that the owner of a telemetry endpoint wants each day; null: none. */
  goal: Goal | null
  /** true: emails use the subject that the form sends as `_subject`. */
  submittedSubject: boolean
  /** Queue of the same owner that also gets every submission except spam; null: none. */
  queueId: string | null
  /** Additional destinations of its submissions; each gets nothing before it is confirmed. */
  destinations: readonly Destination[]
  /** Limits of a queue that differ from `DEFAULT_QUEUE_LIMITS`. */
  queueLimits: Partial<QueueLimits>
  /** Filter of a form; a claim sets its level. */
  spam: SpamSettings
  /** Proof of work that a form asks browsers and programs for. */
  challenge: ChallengeMode
  /** Files that visitors may attach. */
  files: FileSettings
  /** `encrypted`: submissions are encrypted to the owner's OpenPGP key before they are stored. */
  store: StoreMode
  /** Emails about submissions to the owner. */
  email: EmailSettings
}

/** Ways to store the content of submissions. */
export const STORE_MODES = ['plain', 'encrypted'] as const
export type StoreMode = (typeof STORE_MODES)[number]

/** The settings of a new endpoint. */
export const NO_SETTINGS: EndpointSettings = {
  name: null,
  redirectUrl: null,
  errorUrl: null,
  allowedOrigins: [],
  honeypot: null,
  expect: [],
  expectEvery: null,
  badgeId: null,
  goal: null,
  submittedSubject: false,
  queueId: null,
  destinations: [],
  queueLimits: {},
  spam: NO_SPAM_SETTINGS,
  challenge: 'off',
  files: NO_FILE_SETTINGS,
  store: 'plain',
  email: NO_EMAIL_SETTINGS,
}

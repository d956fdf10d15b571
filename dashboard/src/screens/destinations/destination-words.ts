import { WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import type {
  DestinationKind,
  EventSubject,
  EventType,
  Subject,
} from '../../api/destinations/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import type { Tone } from '../../controls/badge.tsx'
import type { IconName } from '../../controls/icon.tsx'
import { errorText } from '../../shell/error-words.ts'

/** Icons of kinds; all others have that of a chat. */
const ICONS: Partial<Record<DestinationKind, IconName>> = {
  email: 'mail',
  webhook: 'webhook',
  slack: 'hash',
  teams: 'people',
  telegram: 'send',
  ntfy: 'bell',
}

export const STATES: Readonly<Record<Destination['state'], { label: string; tone: Tone }>> = {
  unconfirmed: { label: 'Awaiting confirmation', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'plain' },
  untested: { label: 'Not tested yet', tone: 'warn' },
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'bad' },
}

/** Events in the words of an owner. `one`: a single one. */
export const EVENTS: Readonly<Record<EventType, { label: string; one: string }>> = {
  'submission.created': { label: 'New submissions', one: 'New submission' },
  'submission.spam': { label: 'Submissions that were found to be spam', one: 'Spam' },
  'endpoint.quota_warning': { label: 'Warnings at 80% and 100% of a monthly quota', one: 'Quota warning' },
  'watch.fired': { label: 'Watches that fire', one: 'Watch fired' },
  'watch.cleared': { label: 'Watches that clear again', one: 'Watch cleared' },
  'email.bounced': { label: 'Emails that bounce', one: 'Email bounced' },
  'email.complained': { label: 'Emails that are marked as spam', one: 'Email marked as spam' },
}

/** The events that destinations of each kind of endpoint can get. */
export const EVENTS_OF = {
  endpoints: [
    'submission.created',
    'submission.spam',
    'endpoint.quota_warning',
    'email.bounced',
    'email.complained',
  ],
  telemetry: ['watch.fired', 'watch.cleared', 'endpoint.quota_warning', 'email.bounced', 'email.complained'],
  queues: [],
} as const satisfies Record<Subject['kind'], readonly EventType[]>

/** Reasons why a destination is disabled, and what to do; continues "Disabled 2 hours ago". */
export const DISABLED_BECAUSE: Readonly<Record<NonNullable<Destination['disabled_because']>, string>> = {
  owner: 'by you. Enable it to deliver here again.',
  gone: 'because its address answered that it no longer exists. Set a new address, or send a test if it exists again.',
  failing:
    'because every attempt of five days failed. Its deliveries say why. A test that is answered enables it.',
}

/** Words for each kind of endpoint. */
export const WORDS = {
  endpoints: {
    title: 'Where submissions go',
    description: 'Each submission is sent to all of these.',
    emails: 'Each submission is emailed to you.',
    noEmails: 'You get no emails. Submissions are kept here.',
    onePlace: 'This form delivers to one place: your email, or one destination instead of it.',
  },
  telemetry: {
    title: 'Where notifications go',
    description: 'A watch that fires or clears tells these, unless it says otherwise.',
    emails: 'Watches and quotas email you.',
    noEmails: 'You get no emails about this endpoint.',
    onePlace: 'This endpoint notifies one place: your email, or one destination instead of it.',
  },
} as const satisfies Record<EventSubject['kind'], object>

export function getIcon(kind: DestinationKind): IconName {
  return ICONS[kind] ?? 'chat'
}

/** "Slack" */
export function getName(kind: DestinationKind): string {
  return kind === 'email' ? 'Email' : WEB_KINDS[kind].name
}

/** Returns what is wrong with a new or changed destination, and what to do. */
export function faultText(error: ApiError | null, onePlace: boolean): string | null {
  switch (error?.code) {
    // Says what is wrong with the address: the service knows more about it than this page.
    case 'address_invalid':
      return error.message
    case 'plan_needed':
      return 'Your plan delivers to one place. Turn your emails off to use a destination instead, or ask the operator of this instance to change your plan.'
    case 'limit_reached':
      return onePlace
        ? 'Your plan delivers to one destination. Remove the one you have, or ask the operator of this instance to change your plan.'
        : 'You have all the destinations of your plan. Remove one first.'
    default:
      return errorText(error)
  }
}

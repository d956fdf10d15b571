import { WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
import type {
  DestinationKind,
  EventSubject,
  EventType,
  Subject,
} from '../../api/destinations/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import type { Tone } from '../../controls/badge.tsx'
import type { IconName } from '../../controls/icon.tsx'
import { type PlainKey, t } from '../../language/texts.ts'

/** Icons of kinds; all others have that of a chat. */
const ICONS: Partial<Record<DestinationKind, IconName>> = {
  email: 'mail',
  webhook: 'webhook',
  slack: 'hash',
  teams: 'people',
  telegram: 'send',
  ntfy: 'bell',
}

export const STATES: Readonly<Record<Destination['state'], { label: PlainKey; tone: Tone }>> = {
  unconfirmed: { label: 'destinations.states.unconfirmed', tone: 'warn' },
  confirmed: { label: 'destinations.states.confirmed', tone: 'good' },
  stopped: { label: 'destinations.states.stopped', tone: 'plain' },
  untested: { label: 'destinations.states.untested', tone: 'warn' },
  active: { label: 'destinations.states.active', tone: 'good' },
  disabled: { label: 'destinations.states.disabled', tone: 'bad' },
}

/** Events in the words of an owner. `one`: a single one. */
export const EVENTS: Readonly<Record<EventType, { label: PlainKey; one: PlainKey }>> = {
  'submission.created': {
    label: 'destinations.events.created.label',
    one: 'destinations.events.created.one',
  },
  'submission.spam': { label: 'destinations.events.spam.label', one: 'destinations.events.spam.one' },
  'endpoint.quota_warning': {
    label: 'destinations.events.quota.label',
    one: 'destinations.events.quota.one',
  },
  'watch.fired': { label: 'destinations.events.fired.label', one: 'destinations.events.fired.one' },
  'watch.cleared': { label: 'destinations.events.cleared.label', one: 'destinations.events.cleared.one' },
  'email.bounced': { label: 'destinations.events.bounced.label', one: 'destinations.events.bounced.one' },
  'email.complained': {
    label: 'destinations.events.complained.label',
    one: 'destinations.events.complained.one',
  },
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

/** Reasons why a destination is disabled, since a time, and what to do. */
export const DISABLED_BECAUSE = {
  owner: 'destinations.row.disabled.owner',
  gone: 'destinations.row.disabled.gone',
  failing: 'destinations.row.disabled.failing',
} as const satisfies Record<NonNullable<Destination['disabled_because']>, string>

/** Words for each kind of endpoint. */
export const WORDS = {
  endpoints: {
    title: 'destinations.forms.title',
    description: 'destinations.forms.description',
    emails: 'destinations.forms.emails',
    noEmails: 'destinations.forms.noEmails',
    onePlace: 'destinations.forms.onePlace',
  },
  telemetry: {
    title: 'destinations.telemetry.title',
    description: 'destinations.telemetry.description',
    emails: 'destinations.telemetry.emails',
    noEmails: 'destinations.telemetry.noEmails',
    onePlace: 'destinations.telemetry.onePlace',
  },
} as const satisfies Record<EventSubject['kind'], Record<string, PlainKey>>

export function getIcon(kind: DestinationKind): IconName {
  return ICONS[kind] ?? 'chat'
}

/** "Slack" */
export function getName(kind: DestinationKind): string {
  return kind === 'email' ? t('shell.words.email') : WEB_KINDS[kind].name
}

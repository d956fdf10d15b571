import {
  type AddressFault,
  findAddressFault,
  WEB_KINDS,
} from '../../../../src/domain/destinations/web-kinds.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import type {
  DestinationKind,
  EventSubject,
  EventType,
  Subject,
  WebDestination,
} from '../../api/destinations/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import type { Tone } from '../../controls/badge.tsx'
import type { IconName } from '../../controls/icon.tsx'
import { type PlainKey, t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'

type WebKind = WebDestination['kind']

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

/** Returns the label, an example and a hint for the field of an address. */
export function describeAddress(kind: DestinationKind): { label: string; example: string; help: string } {
  switch (kind) {
    case 'email':
      return {
        label: t('shell.words.emailAddress'),
        example: 'colleague@acme.org',
        help: t('destinations.email.help'),
      }
    case 'webhook':
      return { label: 'URL', example: WEB_KINDS[kind].example, help: t('destinations.kinds.webhook.help') }
    default:
      return { label: t(ADDRESSES[kind]), example: WEB_KINDS[kind].example, help: HELP[kind]() }
  }
}

const ADDRESSES = {
  slack: 'destinations.kinds.slack.address',
  discord: 'destinations.kinds.discord.address',
  teams: 'destinations.kinds.teams.address',
  telegram: 'destinations.kinds.telegram.address',
  ntfy: 'destinations.kinds.ntfy.address',
} as const

const HELP = {
  slack: () => t('destinations.kinds.slack.help'),
  discord: () => t('destinations.kinds.discord.help'),
  teams: () => t('destinations.kinds.teams.help'),
  telegram: () => t('destinations.kinds.telegram.help'),
  ntfy: () => t('destinations.kinds.ntfy.help', { server: 'https://ntfy.sh/' }),
}

/** Returns what is wrong with an address and what to do; null for a right one. */
export function addressFaultText(kind: WebKind, address: string): string | null {
  const fault = findAddressFault(kind, address)
  if (fault === null) return null
  if (fault.code === 'other_kind')
    return t('destinations.faults.otherKind', {
      owner: WEB_KINDS[fault.owner].name,
      kind: WEB_KINDS[kind].name,
    })
  return fault.code === 'not_of_kind'
    ? t(NOT_OF_KIND[kind] ?? 'destinations.faults.fullStop')
    : FAULTS[fault.code]()
}

/** Kinds whose addresses are all of one vendor. */
const NOT_OF_KIND: Partial<Record<WebKind, PlainKey>> = {
  discord: 'destinations.faults.notDiscord',
  teams: 'destinations.faults.notTeams',
  telegram: 'destinations.faults.notTelegram',
}

const FAULTS: Readonly<Record<Exclude<AddressFault['code'], 'other_kind' | 'not_of_kind'>, () => string>> = {
  no_url: () => t('destinations.faults.noUrl', { start: 'https://' }),
  scheme: () => t('destinations.faults.scheme', { start: 'https://' }),
  full_stop: () => t('destinations.faults.fullStop'),
  slack_workflow: () =>
    t('destinations.faults.slackWorkflow', { start: 'https://hooks.slack.com/services/' }),
  slack_incomplete: () =>
    t('destinations.faults.slackIncomplete', { start: 'https://hooks.slack.com/services/' }),
  slack_other: () => t('destinations.faults.slackOther'),
  discord_path: () => t('destinations.faults.discordPath', { start: 'https://discord.com/api/webhooks/' }),
  teams_connector: () => t('destinations.faults.teamsConnector'),
  teams_path: () => t('destinations.faults.teamsPath'),
  telegram_bot: () => t('destinations.faults.telegramBot', { start: 'https://api.telegram.org/bot' }),
  telegram_chat: () => t('destinations.faults.telegramChat'),
  ntfy_topic: () => t('destinations.faults.ntfyTopic'),
}

/** Returns what is wrong with a new or changed destination, and what to do. */
export function faultText(error: ApiError | null, onePlace: boolean): string | null {
  switch (error?.code) {
    // Says what is wrong with the address: the service knows more about it than this page.
    case 'address_invalid':
      return t('destinations.refused.address', { reason: error.message })
    case 'plan_needed':
      return t('destinations.refused.plan')
    case 'limit_reached':
      return t(onePlace ? 'destinations.refused.one' : 'destinations.refused.all')
    default:
      return errorText(error)
  }
}

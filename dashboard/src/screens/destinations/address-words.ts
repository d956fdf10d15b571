import {
  type AddressFault,
  findAddressFault,
  WEB_KINDS,
  type WebKind,
} from '../../../../src/domain/destinations/web-kinds.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import type { DestinationKind } from '../../api/destinations/destinations.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'

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
  return fault.code === 'not_of_kind' ? describeStrange(kind) : FAULTS[fault.code]()
}

/** Kinds whose addresses are all of one vendor. */
const NOT_OF_KIND: Partial<Record<WebKind, PlainKey>> = {
  discord: 'destinations.faults.notDiscord',
  teams: 'destinations.faults.notTeams',
  telegram: 'destinations.faults.notTelegram',
}

function describeStrange(kind: WebKind): string {
  const text = NOT_OF_KIND[kind]
  if (text === undefined) throw new Error(`a ${kind} can be on any host`)
  return t(text)
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

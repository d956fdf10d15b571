import type { WebKind } from '../../../../domain/destinations/web-kinds.ts'
import type { ChatFormat } from '../chat-message.ts'
import { formatDiscord } from './discord.ts'
import { formatNtfy } from './ntfy.ts'
import { formatSlack } from './slack.ts'
import { formatTeams } from './teams.ts'
import { formatTelegram } from './telegram.ts'

/** The formats by kind. A webhook is told in the envelope of Standard Webhooks instead. */
export const CHAT_FORMATS: Readonly<Record<Exclude<WebKind, 'webhook'>, ChatFormat>> = {
  slack: formatSlack,
  discord: formatDiscord,
  teams: formatTeams,
  telegram: formatTelegram,
  ntfy: formatNtfy,
}

/** A kind of destination that is posted to over HTTP. One channel delivers to all of them. */
export type WebKind = 'webhook' | 'slack' | 'discord' | 'teams' | 'telegram' | 'ntfy'

/** Facts about a kind, for the API, the dashboard, the clients and the documents. They all loop over these. */
export type WebKindFacts = {
  /** Proper name. */
  name: string
  /** Label of the field for the address. */
  addressLabel: string
  example: string
  /** One or two sentences about where to find the address. */
  help: string
  /** One or two sentences about how much one message holds. */
  limits: string
  /** true: each request is signed with a secret, which the owner is shown once. */
  isSigned: boolean
  /** Statuses by which the other side says that the address is gone for good. They disable the destination at once. */
  disabledBy: readonly number[]
  /** Hosts of the vendor, which many owners share; null for a kind that has only hosts of owners. */
  vendorHosts: RegExp | null
  /** true: other servers than the vendor's take the same format. */
  hasOtherHosts: boolean
  /** Returns what is wrong with an address on a right host; null for a right one. */
  findPathFault(url: URL, isVendorHost: boolean): PathFault | null
}

/** A wrong address on a right host, in one or two sentences that say what to do. */
const PATH_FAULTS = {
  slack_workflow:
    'This is the address of a Slack workflow. Create an incoming webhook instead: its address begins with https://hooks.slack.com/services/.',
  slack_incomplete:
    'This is not the whole address of an incoming webhook. It is https://hooks.slack.com/services/ followed by three more parts.',
  slack_other:
    'This is not an incoming webhook of Slack, Mattermost or Rocket.Chat: their paths contain /services/ or /hooks/. For a program of your own, choose the kind webhook.',
  discord_path:
    'This is not the address of a Discord webhook. It is https://discord.com/api/webhooks/ followed by a number and a token, and nothing else.',
  teams_connector:
    'This is the address of an Office 365 connector, which Microsoft has retired. Create a workflow in Teams and use its address.',
  teams_path:
    'This is not the whole address of a workflow. It contains /workflows/, its path ends in /invoke, and it has the parameter sig.',
  telegram_bot:
    'This is not the address of a bot. It is https://api.telegram.org/bot followed by the token of the bot, with its colon, and /sendMessage.',
  telegram_chat:
    'Name the chat: end the address with ?chat_id= and the number of the chat, or the @name of a channel.',
  ntfy_topic:
    'This is not the address of a topic. It is that of the server followed by a slash and one name of up to 64 letters, digits, _ and -.',
} as const
type PathFault = keyof typeof PATH_FAULTS

/** Something wrong with the address of a destination. `owner`: the kind to whose vendor it belongs. */
export type AddressFault =
  | { code: 'no_url' | 'scheme' | 'full_stop' | 'not_of_kind' | PathFault }
  | { code: 'other_kind'; owner: WebKind }

/** All kinds, in the order in which they are listed. */
export const WEB_KINDS: Readonly<Record<WebKind, WebKindFacts>> = {
  webhook: {
    name: 'Webhook',
    addressLabel: 'URL',
    example: 'https://example.com/webhooks/formslot',
    help: 'The address of your own program, which gets each event as a signed POST with JSON (Standard Webhooks 1.0.0).',
    limits:
      'The JSON holds up to 64 KiB. A larger submission is sent without its fields, with its address in the API instead.',
    isSigned: true,
    disabledBy: [410],
    vendorHosts: null,
    hasOtherHosts: true,
    findPathFault: () => null,
  },
  slack: {
    name: 'Slack',
    addressLabel: 'Incoming webhook URL',
    example: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    help: 'In Slack, create an app at api.slack.com/apps, turn on “Incoming Webhooks”, add one to a channel and copy its URL. Mattermost, Rocket.Chat and Zulip have the same under “Integrations”.',
    limits: 'A message shows up to 40 fields and 8,000 characters; the rest is behind its link.',
    isSigned: false,
    disabledBy: [401, 404, 410],
    vendorHosts: /^hooks\.slack(?:-gov)?\.com$/,
    hasOtherHosts: true,
    findPathFault(url, isVendorHost) {
      if (isVendorHost && /^\/(?:workflows|triggers)\//.test(url.pathname)) return 'slack_workflow'
      if (isVendorHost) return /^\/services\/\w+\/\w+\/\w+\/?$/.test(url.pathname) ? null : 'slack_incomplete'
      return /\/hooks\/[^/]|\/slack/.test(url.pathname) ? null : 'slack_other'
    },
  },
  discord: {
    name: 'Discord',
    addressLabel: 'Webhook URL',
    example: 'https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz',
    help: 'In Discord, open the settings of the channel, “Integrations”, “Webhooks”, create one and copy its URL.',
    limits: 'A message shows up to 24 fields and 5,500 characters; the rest is behind its link.',
    isSigned: false,
    disabledBy: [401, 404, 410],
    vendorHosts: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
    hasOtherHosts: false,
    findPathFault: ({ pathname }) =>
      /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(pathname) ? null : 'discord_path',
  },
  teams: {
    name: 'Microsoft Teams',
    addressLabel: 'Workflow URL',
    example:
      'https://prod-00.westeurope.logic.azure.com/workflows/0a1b2c/triggers/manual/paths/invoke?api-version=2016-06-01&sig=XXXX',
    help: 'In Teams, open “Workflows” from the menu of the channel, choose “Post to a channel when a webhook request is received” and copy its URL.',
    limits: 'A message shows up to 40 fields and 4,000 characters; the rest is behind its link.',
    isSigned: false,
    disabledBy: [401, 404, 410],
    vendorHosts:
      /\.(?:logic\.azure\.(?:com|us|cn)|api\.(?:gov\.|high\.)?powerplatform\.(?:com|us|cn)|webhook\.office\.com)$/,
    hasOtherHosts: false,
    findPathFault(url) {
      if (/\.office\.com$/.test(url.hostname)) return 'teams_connector'
      return /\/workflows\/.+\/triggers\/.+\/invoke$/.test(url.pathname) && url.searchParams.has('sig')
        ? null
        : 'teams_path'
    },
  },
  telegram: {
    name: 'Telegram',
    addressLabel: 'Address of the bot and the chat',
    example: 'https://api.telegram.org/bot123456:AbC-dEf/sendMessage?chat_id=-1001234567890',
    help: 'In Telegram, ask @BotFather for a bot, add it to the chat, and put its token and the ID of the chat into this address.',
    limits: 'A message shows up to 4,000 characters; the rest is behind its link.',
    isSigned: false,
    // 403: the bot was removed from the chat, or blocked.
    disabledBy: [401, 403, 404, 410],
    vendorHosts: /^api\.telegram\.org$/,
    hasOtherHosts: false,
    findPathFault({ pathname, searchParams }) {
      if (!/^\/bot\d+:[\w-]+\/sendMessage$/.test(pathname)) return 'telegram_bot'
      return /^(?:-?\d+|@\w+)$/.test(searchParams.get('chat_id') ?? '') ? null : 'telegram_chat'
    },
  },
  ntfy: {
    name: 'ntfy',
    addressLabel: 'Address of the topic',
    example: 'https://ntfy.sh/forms-x9m3t5r0y8bh',
    help: 'Choose a topic whose name nobody can guess, subscribe to it in the ntfy app, and append its name to https://ntfy.sh/ or to the address of your own server.',
    limits: 'A message shows up to 40 fields and 3,200 bytes; a tap opens the rest.',
    isSigned: false,
    // The topic is now protected, or the server refuses strangers. A topic is never missing, so a 404 comes from a proxy.
    disabledBy: [401, 403, 410],
    vendorHosts: /^ntfy\.sh$/,
    hasOtherHosts: true,
    findPathFault: ({ pathname, search }) =>
      /^\/[\w-]{1,64}$/.test(pathname) && search === '' ? null : 'ntfy_topic',
  },
}

/** Names of all kinds, in order. */
export const WEB_KIND_NAMES = Object.keys(WEB_KINDS) as [WebKind, ...WebKind[]]

/** Finds the kind to whose vendor an address belongs; null for all other addresses. */
export function findKindByHost(address: string): WebKind | null {
  const url = parseUrl(address)
  return (url && WEB_KIND_NAMES.find((kind) => isVendorHost(kind, url))) ?? null
}

/**
 * Finds what is wrong with the address of a destination of this kind; null for a right one. The egress door decides which hosts
 * may be reached at all.
 */
export function findAddressFault(kind: WebKind, address: string): AddressFault | null {
  const url = parseUrl(address)
  if (!url) return { code: 'no_url' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { code: 'scheme' }
  // Another spelling of the same host, which limits of hosts would not know.
  if (url.hostname.endsWith('.')) return { code: 'full_stop' }
  const { hasOtherHosts, findPathFault } = WEB_KINDS[kind]
  const owner = findKindByHost(address)
  if (owner !== null && owner !== kind) return { code: 'other_kind', owner }
  if (owner === null && !hasOtherHosts) return { code: 'not_of_kind' }
  const code = findPathFault(url, owner !== null)
  return code && { code }
}

/** Returns in one or two sentences of English what is wrong with an address, and what to do. */
export function describeAddressFault(kind: WebKind, fault: AddressFault): string {
  const { name, help } = WEB_KINDS[kind]
  switch (fault.code) {
    case 'no_url':
      return 'This is not a web address. Copy the whole address, beginning with https://.'
    case 'scheme':
      return 'The address must begin with https://.'
    case 'full_stop':
      return 'Leave out the full stop at the end of the host.'
    case 'other_kind':
      return `This is an address of ${WEB_KINDS[fault.owner].name}. Choose the kind ${fault.owner}, or use the address of a ${name} destination.`
    case 'not_of_kind':
      return `This is not an address of ${name}. ${help}`
    default:
      return PATH_FAULTS[fault.code]
  }
}

/**
 * Returns true for a status by which the other side says that the address is gone for good. A 404 of a server that is not the
 * vendor's says it only of the proxy in front of it, which gives the same answer while that server is down.
 */
export function isGone(kind: WebKind, address: string, status: number): boolean {
  const isVendors = findKindByHost(address) === kind
  return WEB_KINDS[kind].disabledBy.includes(status) && (status !== 404 || isVendors)
}

/** Returns the address as people other than its owner, and logs, may see it: `https://hooks.slack.com/…`. */
export function hideAddress(address: string): string {
  const url = parseUrl(address)
  return url ? `${url.protocol}//${url.host}/…` : '…'
}

function isVendorHost(kind: WebKind, url: URL): boolean {
  return WEB_KINDS[kind].vendorHosts?.test(url.hostname) ?? false
}

function parseUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}

import type { OwnedKind } from '../../api/endpoints/owned.ts'
import type { IconName } from '../../controls/icon.tsx'

/** A command of a settings page: `name` is completed by the open endpoint, "this form", or by "a form". */
type EndpointCommand = { icon: IconName; name: string; words?: string }

/** Commands of the settings of one endpoint, by its kind. */
export const ENDPOINT_COMMANDS = {
  endpoints: [
    { icon: 'settings', name: 'Rename' },
    {
      icon: 'send',
      name: 'Change the destinations of',
      words: 'where submissions go recipients emails webhook Slack Discord Teams Telegram ntfy add',
    },
    {
      icon: 'spam',
      name: 'Change the spam filter of',
      words: 'honeypot block allow list challenge proof work',
    },
    {
      icon: 'attachment',
      name: 'Change the files of',
      words: 'attachments attach upload kinds types size PDF images',
    },
    { icon: 'settings', name: 'Change the redirect of', words: 'thank you page next error' },
    { icon: 'settings', name: 'Change the allowed sites of', words: 'origins domains' },
    { icon: 'queue', name: 'Change the queue of', words: 'connect' },
    { icon: 'trash', name: 'Delete the submissions of', words: 'empty' },
    { icon: 'trash', name: 'Retire', words: 'delete remove close' },
  ],
  telemetry: [
    { icon: 'settings', name: 'Rename' },
    { icon: 'external', name: 'Change the public link of', words: 'share publish' },
    { icon: 'external', name: 'Change the status badge of', words: 'share publish image' },
    {
      icon: 'send',
      name: 'Change the destinations of',
      words: 'where notifications go webhook Slack Discord Teams Telegram ntfy add',
    },
    { icon: 'trash', name: 'Delete the events of', words: 'empty' },
    { icon: 'trash', name: 'Retire', words: 'delete remove close' },
  ],
  queues: [
    { icon: 'settings', name: 'Rename' },
    { icon: 'settings', name: 'Change the delivery of', words: 'lease attempts retention' },
    { icon: 'trash', name: 'Retire', words: 'delete remove close' },
  ],
} as const satisfies Record<OwnedKind, readonly EndpointCommand[]>

/** Commands of the settings of the account. */
export const ACCOUNT_COMMANDS = [
  { icon: 'key', name: 'New API key', to: '/settings/keys', words: 'create' },
  { icon: 'signout', name: 'Sign out everywhere', to: '/settings/sessions', words: 'end sessions' },
  { icon: 'mail', name: 'Change the weekly email about spam', to: '/settings/account', words: 'digest' },
  {
    icon: 'spam',
    name: 'Forget what the spam filter learned',
    to: '/settings/account',
    words: 'words reset',
  },
  { icon: 'download', name: 'Export your data', to: '/settings/account', words: 'download JSON' },
  { icon: 'trash', name: 'Delete the account', to: '/settings/account', words: 'remove close' },
] as const

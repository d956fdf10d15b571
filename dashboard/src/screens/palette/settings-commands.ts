import type { OwnedKind } from '../../api/endpoints/owned.ts'
import type { IconName } from '../../controls/icon.tsx'
import type { SettingsSection } from '../endpoint/settings/sections.ts'

/** A command of a settings page: `name` is completed by the open endpoint, "this form", or by "a form". */
type EndpointCommand = {
  icon: IconName
  name: string
  words?: string
  /** Section of the settings of a form. */
  section?: SettingsSection
}

/** Commands of the settings of one endpoint, by its kind. */
export const ENDPOINT_COMMANDS: Readonly<Record<OwnedKind, readonly EndpointCommand[]>> = {
  endpoints: [
    { icon: 'settings', name: 'Rename', section: 'general', words: 'settings general name' },
    {
      icon: 'send',
      name: 'Change the destinations of',
      section: 'delivery',
      words: 'settings where submissions go recipients emails webhook Slack Discord Teams Telegram ntfy add',
    },
    {
      icon: 'spam',
      name: 'Change the spam filter of',
      section: 'spam',
      words: 'settings honeypot block allow list challenge proof work',
    },
    {
      icon: 'mail',
      name: 'Change the emails of',
      section: 'emails',
      words: 'settings times digest quiet hours snooze sender subject language format preview',
    },
    {
      icon: 'attachment',
      name: 'Change the files of',
      section: 'files',
      words: 'settings attachments attach upload kinds types size PDF images',
    },
    {
      icon: 'lock',
      name: 'Change the encryption of',
      section: 'encryption',
      words: 'settings encrypted storage OpenPGP PGP',
    },
    {
      icon: 'settings',
      name: 'Change the redirect of',
      section: 'general',
      words: 'settings thank you page next error',
    },
    {
      icon: 'settings',
      name: 'Change the allowed sites of',
      section: 'general',
      words: 'settings origins domains',
    },
    {
      icon: 'settings',
      name: 'Change the expected fields of',
      section: 'general',
      words: 'settings names missing',
    },
    { icon: 'queue', name: 'Change the queue of', section: 'delivery', words: 'settings connect' },
    { icon: 'trash', name: 'Delete the submissions of', section: 'danger', words: 'settings empty danger' },
    { icon: 'trash', name: 'Retire', section: 'danger', words: 'settings delete remove close danger' },
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
}

/** Commands of the settings of the account. */
export const ACCOUNT_COMMANDS = [
  { icon: 'key', name: 'New API key', to: '/settings/keys', words: 'create' },
  { icon: 'signout', name: 'Sign out everywhere', to: '/settings/sessions', words: 'end sessions' },
  { icon: 'mail', name: 'Change the weekly email about spam', to: '/settings/account', words: 'digest' },
  { icon: 'spam', name: 'Review doubtful submissions', to: '/review', words: 'spam filter teach' },
  {
    icon: 'spam',
    name: 'Forget what the spam filter learned',
    to: '/settings/account',
    words: 'words reset',
  },
  { icon: 'download', name: 'Export your data', to: '/settings/account', words: 'download JSON' },
  { icon: 'trash', name: 'Delete the account', to: '/settings/account', words: 'remove close' },
] as const

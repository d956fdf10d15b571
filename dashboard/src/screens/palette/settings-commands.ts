import type { OwnedKind } from '../../api/endpoints/owned.ts'
import type { IconName } from '../../controls/icon.tsx'
import type { PlainKey } from '../../language/texts.ts'
import type { SettingsSection } from '../endpoint/settings/sections.ts'

/** A command of a settings page: `opened` is its name for the open endpoint, "this form", and `any` for another one, "a form". */
type EndpointCommand = {
  icon: IconName
  any: PlainKey
  opened: PlainKey
  words: PlainKey
  /** Section of the settings of a form. */
  section?: SettingsSection
}

/** Commands of the settings of one endpoint, by its kind. */
export const ENDPOINT_COMMANDS: Readonly<Record<OwnedKind, readonly EndpointCommand[]>> = {
  endpoints: [
    {
      icon: 'settings',
      any: 'palette.form.rename.any',
      opened: 'palette.form.rename.this',
      words: 'palette.search.formRename',
      section: 'general',
    },
    {
      icon: 'send',
      any: 'palette.form.destinations.any',
      opened: 'palette.form.destinations.this',
      words: 'palette.search.formDestinations',
      section: 'delivery',
    },
    {
      icon: 'spam',
      any: 'palette.form.spam.any',
      opened: 'palette.form.spam.this',
      words: 'palette.search.formSpam',
      section: 'spam',
    },
    {
      icon: 'mail',
      any: 'palette.form.emails.any',
      opened: 'palette.form.emails.this',
      words: 'palette.search.formEmails',
      section: 'emails',
    },
    {
      icon: 'attachment',
      any: 'palette.form.files.any',
      opened: 'palette.form.files.this',
      words: 'palette.search.formFiles',
      section: 'files',
    },
    {
      icon: 'lock',
      any: 'palette.form.encryption.any',
      opened: 'palette.form.encryption.this',
      words: 'palette.search.formEncryption',
      section: 'encryption',
    },
    {
      icon: 'settings',
      any: 'palette.form.redirect.any',
      opened: 'palette.form.redirect.this',
      words: 'palette.search.formRedirect',
      section: 'general',
    },
    {
      icon: 'settings',
      any: 'palette.form.sites.any',
      opened: 'palette.form.sites.this',
      words: 'palette.search.formSites',
      section: 'general',
    },
    {
      icon: 'settings',
      any: 'palette.form.fields.any',
      opened: 'palette.form.fields.this',
      words: 'palette.search.formFields',
      section: 'general',
    },
    {
      icon: 'queue',
      any: 'palette.form.queue.any',
      opened: 'palette.form.queue.this',
      words: 'palette.search.formQueue',
      section: 'delivery',
    },
    {
      icon: 'trash',
      any: 'palette.form.empty.any',
      opened: 'palette.form.empty.this',
      words: 'palette.search.formEmpty',
      section: 'danger',
    },
    {
      icon: 'trash',
      any: 'palette.form.retire.any',
      opened: 'palette.form.retire.this',
      words: 'palette.search.formRetire',
      section: 'danger',
    },
  ],
  telemetry: [
    {
      icon: 'settings',
      any: 'palette.telemetry.rename.any',
      opened: 'palette.telemetry.rename.this',
      words: 'palette.search.telemetryRename',
    },
    {
      icon: 'external',
      any: 'palette.telemetry.link.any',
      opened: 'palette.telemetry.link.this',
      words: 'palette.search.telemetryLink',
    },
    {
      icon: 'external',
      any: 'palette.telemetry.badge.any',
      opened: 'palette.telemetry.badge.this',
      words: 'palette.search.telemetryBadge',
    },
    {
      icon: 'send',
      any: 'palette.telemetry.destinations.any',
      opened: 'palette.telemetry.destinations.this',
      words: 'palette.search.telemetryDestinations',
    },
    {
      icon: 'trash',
      any: 'palette.telemetry.empty.any',
      opened: 'palette.telemetry.empty.this',
      words: 'palette.search.telemetryEmpty',
    },
    {
      icon: 'trash',
      any: 'palette.telemetry.retire.any',
      opened: 'palette.telemetry.retire.this',
      words: 'palette.search.telemetryRetire',
    },
  ],
  queues: [
    {
      icon: 'settings',
      any: 'palette.queue.rename.any',
      opened: 'palette.queue.rename.this',
      words: 'palette.search.queueRename',
    },
    {
      icon: 'settings',
      any: 'palette.queue.delivery.any',
      opened: 'palette.queue.delivery.this',
      words: 'palette.search.queueDelivery',
    },
    {
      icon: 'trash',
      any: 'palette.queue.retire.any',
      opened: 'palette.queue.retire.this',
      words: 'palette.search.queueRetire',
    },
  ],
}

/** Commands of the settings of the account. */
export const ACCOUNT_COMMANDS = [
  { icon: 'key', name: 'palette.account.newKey', to: '/settings/keys', words: 'palette.search.newKey' },
  {
    icon: 'signout',
    name: 'palette.account.signOutEverywhere',
    to: '/settings/sessions',
    words: 'palette.search.signOutEverywhere',
  },
  {
    icon: 'mail',
    name: 'palette.account.weeklyEmail',
    to: '/settings/account',
    words: 'palette.search.weeklyEmail',
  },
  { icon: 'spam', name: 'palette.account.review', to: '/review', words: 'palette.search.review' },
  { icon: 'spam', name: 'palette.account.forget', to: '/settings/account', words: 'palette.search.forget' },
  {
    icon: 'download',
    name: 'palette.account.export',
    to: '/settings/account',
    words: 'palette.search.export',
  },
  { icon: 'trash', name: 'palette.account.delete', to: '/settings/account', words: 'palette.search.delete' },
] as const

/** Further words for the screens, by their paths. */
export const PLACE_WORDS = {
  '/inbox': 'palette.search.placeInbox',
  '/forms': 'palette.search.placeForms',
  '/telemetry': 'palette.search.placeTelemetry',
  '/queues': 'palette.search.placeQueues',
  '/usage': 'palette.search.placeUsage',
  '/settings': 'palette.search.placeSettings',
  '/operator': 'palette.search.placeOperator',
  '/email-report': 'palette.search.placeEmailReport',
  '/settings/account': 'palette.search.placeAccount',
  '/settings/people': 'palette.search.placePeople',
  '/settings/encryption': 'palette.search.placeEncryption',
  '/settings/keys': 'palette.search.placeKeys',
  '/settings/notifications': 'palette.search.placeNotifications',
  '/settings/sessions': 'palette.search.placeSessions',
  '/settings/activity': 'palette.search.placeActivity',
} as const satisfies Record<string, PlainKey>

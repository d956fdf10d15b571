import type { Endpoint } from '../../../api/schema.ts'
import { getOwnTimeZone, isTimeZone } from '../../../controls/time-words.ts'
import { t } from '../../../language/texts.ts'
import type { SettingsPart } from '../../../shell/owned/settings-part.ts'

type EmailSettings = Endpoint['settings']['email']

/** Settings about emails as the owner edits them. Empty texts mean the default. */
export type EmailDraft = {
  'email.mode': EmailSettings['mode']
  'email.daily_at': string
  'email.time_zone': string
  /** `on`: emails wait between the two times. */
  quiet: 'on' | 'off'
  'email.quiet_hours.from': string
  'email.quiet_hours.to': string
  'email.sender_name': string
  'email.subject': string
  'email.format': EmailSettings['format']
}

/** Quiet hours that are suggested when an owner turns them on. */
const FIRST_QUIET_HOURS = { from: '22:00', to: '07:00' }
const UNSET_ZONE = 'UTC'
const WALL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const PLACEHOLDER = /\{[^{}]+\}/g
/** Signs that a reader could take for an address, or for the marks around one. */
const LIKE_AN_ADDRESS = /[@"<>\\]|:\/\//

/** Part of the settings of a form that is about emails. */
export const EMAIL_PART: SettingsPart<'endpoints', EmailDraft> = {
  name: 'emails',
  toDraft({ settings: { email } }) {
    const { from, to } = email.quiet_hours ?? FIRST_QUIET_HOURS
    return {
      'email.mode': email.mode,
      'email.daily_at': email.daily_at,
      'email.time_zone': email.time_zone,
      quiet: email.quiet_hours ? 'on' : 'off',
      'email.quiet_hours.from': from,
      'email.quiet_hours.to': to,
      'email.sender_name': email.sender_name ?? '',
      'email.subject': email.subject ?? '',
      'email.format': email.format,
    }
  },
  toRequest: (draft) => ({
    email: {
      mode: draft['email.mode'],
      daily_at: draft['email.daily_at'],
      time_zone: draft['email.time_zone'].trim(),
      quiet_hours:
        draft.quiet === 'on'
          ? { from: draft['email.quiet_hours.from'], to: draft['email.quiet_hours.to'] }
          : null,
      sender_name: draft['email.sender_name'].trim() || null,
      subject: draft['email.subject'].trim() || null,
      format: draft['email.format'],
    },
  }),
  findFaults: findEmailFaults,
}

/** Finds all faults of a draft. */
function findEmailFaults(draft: EmailDraft): Partial<Record<keyof EmailDraft, string>> {
  const times = [
    ...(draft['email.mode'] === 'daily' ? (['email.daily_at'] as const) : []),
    ...(draft.quiet === 'on' ? (['email.quiet_hours.from', 'email.quiet_hours.to'] as const) : []),
  ]
  const wrong = times.filter((field) => !WALL_TIME.test(draft[field]))
  const isSame = draft.quiet === 'on' && draft['email.quiet_hours.from'] === draft['email.quiet_hours.to']
  return {
    ...findTextFaults(draft),
    ...(isSame ? { 'email.quiet_hours.to': t('endpoint.emails.faults.sameTime') } : {}),
    ...Object.fromEntries(
      wrong.map((field) => [field, t('endpoint.emails.faults.time', { example: '08:00' })]),
    ),
    ...(usesTimes(draft) && !isTimeZone(draft['email.time_zone'].trim())
      ? { 'email.time_zone': t('endpoint.emails.faults.zone') }
      : {}),
  }
}

function findTextFaults(draft: EmailDraft): Partial<Record<keyof EmailDraft, string>> {
  const isName = !LIKE_AN_ADDRESS.test(draft['email.sender_name'].normalize('NFKC'))
  const isPattern = !/[{}]/.test(draft['email.subject'].replaceAll(PLACEHOLDER, ''))
  return {
    ...(isName ? {} : { 'email.sender_name': t('endpoint.emails.faults.senderName', { signs: '@, ://' }) }),
    ...(isPattern
      ? {}
      : {
          'email.subject': t('endpoint.emails.faults.subject', { open: '{', close: '}', example: '{topic}' }),
        }),
  }
}

/** Returns the query that previews an email with what is edited; a setting with a fault stays as it is saved. */
export function toTriedQuery(draft: EmailDraft): string {
  const faults = findTextFaults(draft)
  const tried = ['email.sender_name', 'email.subject', 'email.format'] as const
  const valid = tried.filter((field) => faults[field] === undefined)
  const pairs = valid.map((field) => [field.replace('email.', ''), draft[field].trim()])
  return new URLSearchParams(pairs).toString()
}

/** Returns true if the draft contains a local time that is used. */
export function usesTimes(draft: EmailDraft): boolean {
  return draft['email.mode'] === 'daily' || draft.quiet === 'on'
}

/** Returns the time zone to suggest: that of the browser, unless the owner has chosen one. */
export function suggestZone(zone: string): string {
  return zone === UNSET_ZONE ? getOwnTimeZone() : zone
}

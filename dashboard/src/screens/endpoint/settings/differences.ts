import type { Endpoint } from '../../../api/schema.ts'
import { bytesText } from '../../../controls/numbers.ts'
import { joinByCommas } from '../../../language/lists.ts'
import { type PlainKey, t } from '../../../language/texts.ts'
import type { SettingsSection } from './sections.ts'

/** Settings of a section that differ: "strict, 3 on the block list" of the section about spam. */
export type Difference = { section: SettingsSection; text: string }

type Settings = Endpoint['settings']

const LEVELS = {
  off: 'endpoint.differences.filterOff',
  lenient: 'endpoint.differences.lenient',
  normal: null,
  strict: 'endpoint.differences.strict',
} as const satisfies Record<Settings['spam']['level'], PlainKey | null>
const CHALLENGES = {
  off: null,
  score: 'endpoint.differences.workOptional',
  required: 'endpoint.differences.workRequired',
} as const satisfies Record<Settings['challenge'], PlainKey | null>
const MODES = {
  every: null,
  hourly: 'endpoint.differences.hourly',
  daily: 'endpoint.differences.daily',
} as const satisfies Record<Settings['email']['mode'], PlainKey | null>

/** Lists what differs from a form that was just claimed, by section. */
export function listDifferences({ settings, file_limits: limits }: Endpoint, now: Date): Difference[] {
  const all: { section: SettingsSection; words: (string | null)[] }[] = [
    { section: 'general', words: describeGeneral(settings) },
    { section: 'spam', words: describeSpam(settings) },
    { section: 'delivery', words: describeDelivery(settings) },
    { section: 'emails', words: describeEmails(settings, now) },
    { section: 'files', words: describeFiles(settings, limits) },
    {
      section: 'encryption',
      words: [textIf(settings.store === 'encrypted', 'endpoint.differences.encrypted')],
    },
  ]
  return all.flatMap(({ section, words }) => {
    const known = words.filter((word) => word !== null)
    return known.length === 0 ? [] : [{ section, text: joinByCommas(known) }]
  })
}

function describeGeneral({ redirect_url, error_url, allowed_origins, expect }: Settings) {
  return [
    textIf(redirect_url !== null, 'endpoint.differences.redirect'),
    textIf(error_url !== null, 'endpoint.differences.errorRedirect'),
    countOf(allowed_origins, 'endpoint.differences.sites'),
    countOf(expect, 'endpoint.differences.fields'),
  ]
}

function describeSpam({ spam, honeypot, challenge }: Settings) {
  return [
    textOf(LEVELS[spam.level]),
    countOf(spam.block, 'endpoint.differences.blocked'),
    countOf(spam.allow, 'endpoint.differences.allowed'),
    textIf(honeypot !== null, 'endpoint.differences.honeypot'),
    textOf(CHALLENGES[challenge]),
  ]
}

function describeDelivery({ email_notifications, destinations, queue_id }: Settings) {
  return [
    textIf(!email_notifications, 'endpoint.differences.noEmails'),
    countOf(destinations, 'endpoint.differences.destinations'),
    textIf(queue_id !== null, 'endpoint.differences.queue'),
  ]
}

function describeEmails({ email, submitted_subject }: Settings, now: Date) {
  const { snoozed_until: until, quiet_hours: quiet } = email
  return [
    textIf(until !== null && new Date(until) > now, 'endpoint.differences.snoozed'),
    textOf(MODES[email.mode]),
    quiet && t('endpoint.differences.quiet', quiet),
    textIf(email.sender_name !== null, 'endpoint.differences.senderName'),
    textIf(email.subject !== null, 'endpoint.differences.subject'),
    textIf(submitted_subject, 'endpoint.differences.formSubject'),
    textIf(email.format === 'text', 'endpoint.differences.plainText'),
  ]
}

function describeFiles({ files }: Settings, limits: Endpoint['file_limits']) {
  if (!files.on) return []
  return [
    t('endpoint.differences.filesOn'),
    limits && t('endpoint.differences.maxFiles', { count: limits.files }),
    files.max_bytes === null
      ? null
      : t('endpoint.differences.fileSize', { size: bytesText(files.max_bytes) }),
    textIf(files.accept.length > 0, 'endpoint.differences.someKinds'),
    textIf(files.attach, 'endpoint.differences.attached'),
  ]
}

function textOf(key: PlainKey | null): string | null {
  return key && t(key)
}

function textIf(differs: boolean, key: PlainKey): string | null {
  return differs ? t(key) : null
}

/** Messages whose one argument is a number of entries. */
type CountKey = `endpoint.differences.${'sites' | 'fields' | 'blocked' | 'allowed' | 'destinations'}`

function countOf(list: readonly unknown[], key: CountKey): string | null {
  return list.length === 0 ? null : t(key, { count: list.length })
}

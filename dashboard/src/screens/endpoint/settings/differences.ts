import type { Endpoint } from '../../../api/schema.ts'
import { bytesText, pluralize } from '../../../controls/numbers.ts'
import type { SettingsSection } from './sections.ts'

/** Settings of a section that differ: "Spam", "strict, 3 entries on the block list". */
export type Difference = { section: SettingsSection; label: string; text: string }

type Settings = Endpoint['settings']

const CHALLENGES = { off: null, score: 'proof of work optional', required: 'proof of work required' } as const
const MODES = { every: null, hourly: 'at most one an hour', daily: 'once a day' } as const

/** Lists what differs from a form that was just claimed, by section. */
export function listDifferences({ settings, file_limits: limits }: Endpoint, now: Date): Difference[] {
  const all: (Omit<Difference, 'text'> & { words: (string | null)[] })[] = [
    { section: 'general', label: 'General', words: describeGeneral(settings) },
    { section: 'spam', label: 'Spam', words: describeSpam(settings) },
    { section: 'delivery', label: 'Where submissions go', words: describeDelivery(settings) },
    { section: 'emails', label: 'Emails', words: describeEmails(settings, now) },
    { section: 'files', label: 'Files', words: describeFiles(settings, limits) },
    {
      section: 'encryption',
      label: 'Encryption',
      words: [settings.store === 'encrypted' ? 'submissions are stored encrypted' : null],
    },
  ]
  return all.flatMap(({ words, ...of }) => {
    const text = words.filter((word) => word !== null).join(', ')
    return text === '' ? [] : [{ ...of, text }]
  })
}

function describeGeneral({ redirect_url, error_url, allowed_origins, expect }: Settings) {
  return [
    redirect_url === null ? null : 'redirects after submit',
    error_url === null ? null : 'redirects after an error',
    countOf(allowed_origins, 'allowed site'),
    countOf(expect, 'expected field'),
  ]
}

function describeSpam({ spam, honeypot, challenge }: Settings) {
  return [
    spam.level === 'normal' ? null : spam.level,
    spam.block.length === 0 ? null : `${spam.block.length} on the block list`,
    spam.allow.length === 0 ? null : `${spam.allow.length} on the allow list`,
    honeypot === null ? null : 'a honeypot field of your own',
    CHALLENGES[challenge],
  ]
}

function describeDelivery({ email_notifications, destinations, queue_id }: Settings) {
  return [
    email_notifications ? null : 'no emails to you',
    countOf(destinations, 'destination'),
    queue_id === null ? null : 'a queue',
  ]
}

function describeEmails({ email, submitted_subject }: Settings, now: Date) {
  const { snoozed_until: until, quiet_hours: quiet } = email
  return [
    until !== null && new Date(until) > now ? 'snoozed' : null,
    MODES[email.mode],
    quiet === null ? null : `quiet from ${quiet.from} to ${quiet.to}`,
    email.sender_name === null ? null : 'a sender name of your own',
    email.subject === null ? null : 'a subject of your own',
    submitted_subject ? "the form's subject" : null,
    email.format === 'text' ? 'plain text only' : null,
  ]
}

function describeFiles({ files }: Settings, limits: Endpoint['file_limits']) {
  if (!files.on) return []
  return [
    'on',
    limits && `up to ${limits.files}`,
    files.max_bytes === null ? null : `${bytesText(files.max_bytes)} each`,
    files.accept.length === 0 ? null : 'only some kinds',
    files.attach ? 'attached to emails' : null,
  ]
}

function countOf(list: readonly unknown[], one: string): string | null {
  return list.length === 0 ? null : pluralize(list.length, one)
}

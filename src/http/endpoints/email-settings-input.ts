import { z } from 'zod'
import {
  EMAIL_FORMATS,
  EMAIL_MODES,
  type EmailSettings,
  MAX_SENDER_NAME_LENGTH,
  MAX_SNOOZE_DAYS,
  MAX_SUBJECT_LENGTH,
  MAX_TIME_ZONE_LENGTH,
} from '../../domain/outbox/email-settings.ts'
import { isTimeZone } from '../../domain/outbox/wall-time.ts'
import { instant, line, wallTime } from '../schema/shapes.ts'

const MODE = z
  .enum(EMAIL_MODES)
  .describe(
    'every: an email for each submission; after too many within an hour, 30 by default, one email an hour. hourly: at most one an hour. daily: one a day. Several submissions become one email.',
  )
const DAILY_AT = wallTime.describe('Local time of the daily email.')
const TIME_ZONE = z.string().describe('IANA name of the time zone of these times, such as Europe/Berlin.')
const QUIET_HOURS = z
  .strictObject({ from: wallTime, to: wallTime })
  .refine(({ from, to }) => from !== to, 'from and to must differ')
  .nullable()
  .describe('Local times between which emails wait; may span midnight; null: none. Ignored in mode daily.')
const SNOOZED_UNTIL = `Emails wait until then, and are then sent as one; null: not snoozed. At most ${MAX_SNOOZE_DAYS} days ahead.`
const SENDER_NAME =
  'Sender name of the emails; null: the name of the form. The address is always that of the service.'
const SUBJECT =
  'Pattern of the subject: text with {form}, {site} or names of fields in braces, such as [{form}] {topic}; null: the default subject.'
const FORMAT = z.enum(EMAIL_FORMATS).describe('text: emails without an HTML part.')

const senderName = line(MAX_SENDER_NAME_LENGTH).refine(
  isPlainName,
  'A name cannot contain @, ://, quotation marks or angle brackets',
)
const subject = line(MAX_SUBJECT_LENGTH).refine(
  hasClosedBraces,
  'Each { needs a } after the name of a field, such as {topic}',
)

/** Schema of a change of the settings about emails: omitted ones keep their value. */
export const EMAIL_INPUT = {
  email: z
    .strictObject({
      mode: MODE.optional(),
      daily_at: DAILY_AT.optional(),
      time_zone: TIME_ZONE.max(MAX_TIME_ZONE_LENGTH)
        .refine(isTimeZone, 'This is not an IANA time zone. Send a name such as Europe/Berlin')
        .optional(),
      quiet_hours: QUIET_HOURS.optional(),
      snoozed_until: z.iso.datetime({ offset: true }).nullable().optional().describe(SNOOZED_UNTIL),
      sender_name: senderName.nullable().optional().describe(SENDER_NAME),
      subject: subject.nullable().optional().describe(SUBJECT),
      format: FORMAT.optional(),
    })
    .optional()
    .describe('Emails about submissions to the recipient, once the form is claimed and confirmed.'),
}

/** Schema of settings in the query of a preview; an empty text is null. */
export const EMAIL_PREVIEW_INPUT = {
  sender_name: z
    .union([z.literal('').transform(() => null), senderName])
    .optional()
    .describe(SENDER_NAME),
  subject: z
    .union([z.literal('').transform(() => null), subject])
    .optional()
    .describe(SUBJECT),
  format: FORMAT.optional(),
}

/** Schema of the settings of a form about emails. */
export const EMAIL_SHAPE = {
  email: z.object({
    mode: MODE,
    daily_at: DAILY_AT,
    time_zone: TIME_ZONE,
    quiet_hours: QUIET_HOURS,
    snoozed_until: instant.nullable().describe(SNOOZED_UNTIL),
    sender_name: z.string().nullable().describe(SENDER_NAME),
    subject: z.string().nullable().describe(SUBJECT),
    format: FORMAT,
  }),
}

/** Returns true for a name that nobody takes for an address, in the forms that mail programs read. */
function isPlainName(name: string): boolean {
  return !/[@"<>\\]|:\/\//.test(name.normalize('NFKC'))
}

/** Returns true when every brace belongs to a placeholder. */
function hasClosedBraces(pattern: string): boolean {
  return !/[{}]/.test(pattern.replaceAll(/\{[^{}]+\}/g, ''))
}

/** Converts the settings of a request about emails to a change. */
export function toEmailChange(
  email: NonNullable<z.output<(typeof EMAIL_INPUT)['email']>>,
): Partial<EmailSettings> {
  const { mode, daily_at: dailyAt, time_zone: timeZone, quiet_hours: quietHours, format, subject } = email
  const { snoozed_until: snoozedUntil, sender_name: senderName } = email
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(dailyAt === undefined ? {} : { dailyAt }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil: toInstant(snoozedUntil) }),
    ...(senderName === undefined ? {} : { senderName }),
    ...(subject === undefined ? {} : { subject }),
    ...(format === undefined ? {} : { format }),
  }
}

function toInstant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString()
}

/** Formats settings about emails by the schema `EMAIL_SHAPE`. */
export function emailSettingsBody(settings: EmailSettings): z.infer<(typeof EMAIL_SHAPE)['email']> {
  const { mode, dailyAt, timeZone, quietHours, snoozedUntil, senderName, subject, format } = settings
  return {
    mode,
    daily_at: dailyAt,
    time_zone: timeZone,
    quiet_hours: quietHours && { ...quietHours },
    snoozed_until: snoozedUntil,
    sender_name: senderName,
    subject,
    format,
  }
}

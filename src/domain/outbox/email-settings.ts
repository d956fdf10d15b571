/** Modes of the emails about submissions. `every`: one each. `hourly`: at most one an hour. `daily`: one a day. */
export const EMAIL_MODES = ['every', 'hourly', 'daily'] as const
/** `text`: emails without an HTML part. */
export const EMAIL_FORMATS = ['html_and_text', 'text'] as const

export const MAX_SENDER_NAME_LENGTH = 60
/** Maximum length of a subject pattern, and of a subject made by one. */
export const MAX_SUBJECT_LENGTH = 150
export const MAX_TIME_ZONE_LENGTH = 64
/** Days for which the link in an email snoozes a form. */
export const SNOOZE_DAYS = 7
/** Maximum number of days for which an owner can snooze a form. */
export const MAX_SNOOZE_DAYS = 31

/** Settings of a form about the emails to its owner; emails to destinations do not depend on them. */
export type EmailSettings = {
  mode: (typeof EMAIL_MODES)[number]
  /** Local time of the daily email, `HH:MM`. */
  dailyAt: string
  /** IANA name of the zone of all local times. */
  timeZone: string
  /** Local times, `HH:MM`, between which no email is sent; null: none. */
  quietHours: { from: string; to: string } | null
  /** Time until which emails wait, RFC 3339; may be in the past. Null: not snoozed. */
  snoozedUntil: string | null
  /** Name in the From header; null: the name of the form. */
  senderName: string | null
  /** Pattern of the subject with names of fields in braces; null: the default subject. */
  subject: string | null
  format: (typeof EMAIL_FORMATS)[number]
}

export const NO_EMAIL_SETTINGS: EmailSettings = {
  mode: 'every',
  dailyAt: '08:00',
  timeZone: 'UTC',
  quietHours: null,
  snoozedUntil: null,
  senderName: null,
  subject: null,
  format: 'html_and_text',
}

/** Returns true if both are equal. */
export function isSameEmailSettings(one: EmailSettings, other: EmailSettings): boolean {
  return (
    one.mode === other.mode &&
    one.dailyAt === other.dailyAt &&
    one.timeZone === other.timeZone &&
    one.quietHours?.from === other.quietHours?.from &&
    one.quietHours?.to === other.quietHours?.to &&
    one.snoozedUntil === other.snoozedUntil &&
    one.senderName === other.senderName &&
    one.subject === other.subject &&
    one.format === other.format
  )
}

/** Returns true if both have emails sent at the same times. */
export function hasSameTimes(one: EmailSettings, other: EmailSettings): boolean {
  const { senderName, subject, format } = one
  return isSameEmailSettings(one, { ...other, senderName, subject, format })
}

import { language, locale } from '../language/language.ts'
import { t } from '../language/texts.ts'

const SECOND = 1000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
/** Locale of words: the same in each variety of a language. Arabic ones have the digits of dates. */
const WORDS = language === 'ar' ? locale : language
// Not "yesterday": durations are truncated, and 47 hours ago may be two calendar days.
const relative = new Intl.RelativeTimeFormat(WORDS)
const narrow = new Intl.RelativeTimeFormat(WORDS, { style: 'narrow' })
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const dayOfUtc = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const utcDayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const hourOfDay = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "3 minutes ago", "in 2 hours": the largest unit that fits once. */
export function relativeText(date: Date, now: number, words = relative): string {
  const seconds = (date.getTime() - now) / SECOND
  const fits = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  if (!fits) return t('shell.time.justNow')
  return words.format(Math.trunc(seconds / fits[1]), fits[0])
}

/** "in 4 minutes", "in less than a minute", or "soon": something due that has not happened yet. */
export function untilText(date: Date, now: number): string {
  const ms = date.getTime() - now
  if (ms <= 0) return t('shell.time.soon')
  return ms < MINUTE_MS ? t('shell.time.withinMinute') : relativeText(date, now)
}

/** "3h ago" in the first day, then "Nov 21", or "Nov 21, 2025" in another year. */
export function shortText(date: Date, now: number): string {
  if (now - date.getTime() < DAY_MS) return relativeText(date, now, narrow)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return (sameYear ? dayOfYear : day).format(date)
}

/** "Nov 21, 2026, 6:21 PM" */
export function momentText(date: Date): string {
  return moment.format(date)
}

/** "Nov 21, 2026", in the owner's time zone or in UTC. */
export function dayText(date: Date, zone: 'own' | 'utc'): string {
  return (zone === 'utc' ? dayOfUtc : day).format(date)
}

/** "Nov 21, 18:00" or "Nov 21": an hour of a chart in the owner's time zone, like the times of rows, or a day in UTC as the service counts. */
export function chartText(date: Date, step: 'hour' | 'day'): string {
  return (step === 'hour' ? hourOfDay : utcDayOfYear).format(date)
}

/** "5 min", "3 hr", "2 days": how long ago it was, for figures. */
export function ageText(date: Date, now: number): string {
  const seconds = (now - date.getTime()) / SECOND
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1]
  const age = new Intl.NumberFormat(WORDS, { style: 'unit', unit, unitDisplay: 'short' })
  return age.format(Math.max(0, Math.trunc(seconds / length)))
}

/** Returns the IANA name of the browser's time zone. */
export function getOwnTimeZone(): string {
  return day.resolvedOptions().timeZone
}

/** Returns true for an IANA name that the browser knows. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Returns a text that is the same all day in the time zone of the browser. */
export function dayMark(date: Date): string {
  return date.toDateString()
}

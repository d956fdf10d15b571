import { getLocale, type Language } from './languages.ts'

/** Formats an instant with its date and time in UTC, in the language of the page. */
export function dateText(language: Language, instant: Date): string {
  const format = new Intl.DateTimeFormat(getLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(instant)} UTC`
}

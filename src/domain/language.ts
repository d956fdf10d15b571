/** Facts of a language that pages and emails are written in. */
export type LanguageFacts = {
  /** Name of the language in the language itself. */
  name: string
  /** BCP 47 locale of numbers and dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Space between two sentences: none after the full stop of Chinese and Japanese. */
  sentenceSpace: ' ' | ''
  /** Colon between a label and what it labels, with the spaces around it. */
  colon: string
}

/** All languages by BCP 47 primary subtag, the default first. */
export const LANGUAGE_FACTS = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr', sentenceSpace: ' ', colon: ': ' },
  de: { name: 'Deutsch', locale: 'de', direction: 'ltr', sentenceSpace: ' ', colon: ': ' },
  fr: { name: 'Français', locale: 'fr', direction: 'ltr', sentenceSpace: ' ', colon: '\u202f: ' },
  es: { name: 'Español', locale: 'es', direction: 'ltr', sentenceSpace: ' ', colon: ': ' },
  pt: { name: 'Português', locale: 'pt', direction: 'ltr', sentenceSpace: ' ', colon: ': ' },
  ja: { name: '日本語', locale: 'ja', direction: 'ltr', sentenceSpace: '', colon: '：' },
  zh: { name: '中文', locale: 'zh', direction: 'ltr', sentenceSpace: '', colon: '：' },
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl', sentenceSpace: ' ', colon: ': ' },
} as const satisfies Record<string, LanguageFacts>

/** BCP 47 primary subtag of a language that pages and emails are written in. */
export type Language = keyof typeof LANGUAGE_FACTS

/** All languages, the default first. */
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as readonly Language[]

export const DEFAULT_LANGUAGE: Language = 'en'

/** Reads a primary subtag; null for any other text. */
export function readLanguage(text: string | null): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null
}

/** Formats an instant with its date and time in UTC: `20 November 2026 at 10:00 UTC`. */
export function formatInstant(language: Language, instant: Date): string {
  return `${withFirstDay(language, getFormats(language).instant.format(instant))} UTC`
}

/** Formats the day of an instant in UTC: `20 November 2026`. */
export function formatDay(language: Language, instant: Date): string {
  return withFirstDay(language, getFormats(language).day.format(instant))
}

/** First day of a month where it is written as an ordinal, which Intl does not know: "1er décembre". */
const FIRST_DAYS: Partial<Record<Language, string>> = { fr: '1er', pt: '1º' }

function withFirstDay(language: Language, date: string): string {
  const first = FIRST_DAYS[language]
  return first === undefined ? date : date.replace(/^1(?=\s)/, first)
}

type Formats = { instant: Intl.DateTimeFormat; day: Intl.DateTimeFormat }
const FORMATS = new Map<Language, Formats>()

/** Creates the formats once for each language: creating one takes longer than composing an email. */
function getFormats(language: Language): Formats {
  const known = FORMATS.get(language)
  if (known) return known
  const { locale } = LANGUAGE_FACTS[language]
  const inUtc = { dateStyle: 'long', timeZone: 'UTC' } as const
  const formats = {
    instant: new Intl.DateTimeFormat(locale, { ...inUtc, timeStyle: 'short' }),
    day: new Intl.DateTimeFormat(locale, inUtc),
  }
  FORMATS.set(language, formats)
  return formats
}

/** Formats a number with the separators of the language. */
export function formatCount(language: Language, count: number): string {
  return count.toLocaleString(LANGUAGE_FACTS[language].locale)
}

const BYTE_UNITS = ['', 'Ki', 'Mi', 'Gi']
/** Symbol of the byte where it is no "B". */
const BYTES: Partial<Record<Language, string>> = { fr: 'o' }

/** Formats a number of bytes in binary units: `512 B`, `300 KiB`, `1.5 MiB`. The space does not break. */
export function formatBytes(language: Language, bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), BYTE_UNITS.length - 1)
  const { locale } = LANGUAGE_FACTS[language]
  const size = (bytes / 1024 ** power).toLocaleString(locale, { maximumFractionDigits: power > 1 ? 1 : 0 })
  return `${size}\u00a0${BYTE_UNITS[power]}${BYTES[language] ?? 'B'}`
}

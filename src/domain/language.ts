/** Facts of a language that pages and emails are written in. */
export type LanguageFacts = {
  /** Name of the language in the language itself. */
  name: string
  /** BCP 47 locale of numbers and dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Space between two sentences: none after the full stop of Chinese and Japanese. */
  sentenceSpace: ' ' | ''
}

/** All languages by BCP 47 primary subtag, the default first. */
export const LANGUAGE_FACTS = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr', sentenceSpace: ' ' },
  de: { name: 'Deutsch', locale: 'de', direction: 'ltr', sentenceSpace: ' ' },
  fr: { name: 'Français', locale: 'fr', direction: 'ltr', sentenceSpace: ' ' },
  es: { name: 'Español', locale: 'es', direction: 'ltr', sentenceSpace: ' ' },
  pt: { name: 'Português', locale: 'pt', direction: 'ltr', sentenceSpace: ' ' },
  ja: { name: '日本語', locale: 'ja', direction: 'ltr', sentenceSpace: '' },
  zh: { name: '中文', locale: 'zh', direction: 'ltr', sentenceSpace: '' },
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl', sentenceSpace: ' ' },
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
  const known = INSTANTS.get(language)
  const format = known ?? createInstantFormat(language)
  // Created once for each language: creating one takes longer than composing an email.
  if (!known) INSTANTS.set(language, format)
  return `${format.format(instant)} UTC`
}

const INSTANTS = new Map<Language, Intl.DateTimeFormat>()

function createInstantFormat(language: Language): Intl.DateTimeFormat {
  const { locale } = LANGUAGE_FACTS[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}

/** Formats a number with the separators of the language. */
export function formatCount(language: Language, count: number): string {
  return count.toLocaleString(LANGUAGE_FACTS[language].locale)
}

import { ar } from './ar/visitor.ts'
import { de } from './de/visitor.ts'
import { en } from './en/visitor.ts'
import { es } from './es/visitor.ts'
import { fr } from './fr/visitor.ts'
import { ja } from './ja/visitor.ts'
import { pt } from './pt/visitor.ts'
import type { Words } from './visitor-words.ts'
import { zh } from './zh/visitor.ts'

const WORDS = { en, de, fr, es, pt, ja, zh, ar } satisfies Record<string, Words>

/** A language in which every page for visitors is written, as its BCP 47 primary subtag. */
export type Language = keyof typeof WORDS

/** Spoken where nothing better is known. */
const DEFAULT_LANGUAGE: Language = 'en'

/** RFC 9110 §12.4.2: 0 to 1 with at most three digits after the point. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

type Wish = { tag: string; quality: number }

/**
 * The language a visitor reads best, from the Accept-Language header (RFC 9110 §12.5.4): highest quality
 * first, at equal quality the first named. `de-AT` is served in `de`.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',').flatMap(readWish)
  const refused = wishes.filter((wish) => wish.quality === 0).map((wish) => wish.tag)
  // A stable sort: at equal quality the order of the header stays.
  const wanted = wishes.filter((wish) => wish.quality > 0).sort((one, other) => other.quality - one.quality)
  for (const { tag } of wanted) {
    const language = tag === '*' ? LANGUAGES.find((known) => !refused.includes(known)) : knownLanguage(tag)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
}

/** Every sentence for visitors in one language. */
export function wordsIn(language: Language): Words {
  return WORDS[language]
}

/** The value of the `dir` attribute for a page in this language. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Latin digits, as the fixed Arabic sentences have them; the day before the month, as in our emails. */
const LOCALES: Partial<Record<Language, string>> = { ar: 'ar-u-nu-latn', en: 'en-GB' }

/** The locale that numbers and dates are written in. */
export function getLocale(language: Language): string {
  return LOCALES[language] ?? language
}

/** All languages, the default first. */
export const LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar']

function readWish(range: string): Wish[] {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  if (tag === '') return []
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1'
  return QUALITY.test(quality) ? [{ tag, quality: Number(quality) }] : []
}

function knownLanguage(tag: string): Language | undefined {
  const primary = tag.split('-')[0]
  return LANGUAGES.find((language) => language === primary)
}

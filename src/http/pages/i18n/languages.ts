import type { FrontWords } from './front-words.ts'
import type { LinkWords } from './link-words.ts'
import { LANGUAGE_PACKS } from './registry.ts'
import type { VisitorWords } from './visitor-words.ts'

/** BCP 47 primary subtag of a language that all public pages are written in. */
export type Language = keyof typeof LANGUAGE_PACKS

/** All languages, the default first. */
export const LANGUAGES = Object.keys(LANGUAGE_PACKS) as readonly Language[]

const DEFAULT_LANGUAGE: Language = 'en'

/** RFC 9110 §12.4.2: 0 to 1 with at most three digits after the point. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

type Preference = { tag: string; quality: number }

/**
 * Returns the language a visitor reads best, from the Accept-Language header (RFC 9110 §12.5.4): highest quality
 * first, at equal quality the first named. `de-AT` is served in `de`.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '').split(',').flatMap(parsePreference)
  const refused = preferences.filter(({ quality }) => quality === 0).map(({ tag }) => tag)
  // A stable sort: at equal quality the order of the header stays.
  const wanted = preferences
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  for (const { tag } of wanted) {
    const language = tag === '*' ? LANGUAGES.find((known) => !refused.includes(known)) : findLanguage(tag)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
}

/** Returns the sentences for visitors of forms and for people who sign in. */
export function visitorWordsIn(language: Language): VisitorWords {
  return LANGUAGE_PACKS[language].visitor
}

/** Returns the sentences of the front page and of the start page of an endpoint. */
export function frontWordsIn(language: Language): FrontWords {
  return LANGUAGE_PACKS[language].front
}

/** Returns the sentences of the pages that links in emails open. */
export function linkWordsIn(language: Language): LinkWords {
  return LANGUAGE_PACKS[language].links
}

/** Returns the name of a language in that language. */
export function getLanguageName(language: Language): string {
  return LANGUAGE_PACKS[language].name
}

/** Returns the value of the `dir` attribute for a page in this language. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return LANGUAGE_PACKS[language].direction
}

/** Returns the locale for numbers and dates. */
export function getLocale(language: Language): string {
  return LANGUAGE_PACKS[language].locale
}

function parsePreference(range: string): Preference[] {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  if (tag === '') return []
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1'
  return QUALITY.test(quality) ? [{ tag, quality: Number(quality) }] : []
}

function findLanguage(tag: string): Language | undefined {
  const primary = tag.split('-')[0]
  return LANGUAGES.find((language) => language === primary)
}

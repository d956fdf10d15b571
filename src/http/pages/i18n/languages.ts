import Negotiator from 'negotiator'
import { DEFAULT_LANGUAGE, LANGUAGE_FACTS, LANGUAGES, type Language } from '../../../domain/language.ts'

export { LANGUAGES, type Language }

/** Returns the language a visitor reads best; the default language if the header names none of ours. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  return findLanguage(acceptLanguage) ?? DEFAULT_LANGUAGE
}

/**
 * Returns the language a visitor reads best, from the Accept-Language header (RFC 9110 §12.5.4): highest quality
 * first, at equal quality the first named. `de-AT` is served in `de`. Null if the header names none of ours.
 */
export function findLanguage(acceptLanguage: string | undefined): Language | null {
  if (acceptLanguage === undefined) return null
  const headers = { 'accept-language': acceptLanguage }
  // Without a list of ours, which the package would rank by how exactly the header names each: `de-AT, en` would be `en`.
  for (const tag of new Negotiator({ headers }).languages()) {
    if (tag === '*') return null
    const primary = tag.split('-')[0]?.toLowerCase()
    const language = LANGUAGES.find((one) => one === primary)
    if (language) return language
  }
  return null
}

/** Returns the name of a language in that language. */
export function getLanguageName(language: Language): string {
  return LANGUAGE_FACTS[language].name
}

/** Returns the value of the `dir` attribute for a page in this language. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return LANGUAGE_FACTS[language].direction
}

/** Returns the locale for numbers and dates. */
export function getLocale(language: Language): string {
  return LANGUAGE_FACTS[language].locale
}

/** Returns the colon between a label and what it labels, with the spaces around it. */
export function getColon(language: Language): string {
  return LANGUAGE_FACTS[language].colon
}

/** Returns the space between two sentences. */
export function getSentenceSpace(language: Language): ' ' | '' {
  return LANGUAGE_FACTS[language].sentenceSpace
}

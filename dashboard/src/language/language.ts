import {
  DEFAULT_LANGUAGE,
  LANGUAGE_FACTS,
  LANGUAGES,
  type Language,
  readLanguage,
} from '../../../src/domain/language.ts'

export { type Language, readLanguage }

/**
 * Language of the page, which `before-paint.js` has set. It does not change while the page is open: another choice
 * reloads it.
 */
export const language: Language =
  readLanguage(globalThis.document?.documentElement.lang ?? null) ?? DEFAULT_LANGUAGE

/** Direction that the page is read in. */
export const direction: 'ltr' | 'rtl' = LANGUAGE_FACTS[language].direction

/** BCP 47 locale of numbers and dates: a variety of the language that the browser asks for (de-AT), else the usual one. */
export const locale: string = chooseLocale()

/** Languages to choose from, by their own names. */
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }))

/** Also read by `before-paint.js`. */
const SETTING = 'formslot-language'

/** Keeps the choice of a language in this browser, and reloads the page if it changes the language. */
export function chooseLanguage(chosen: Language | null): void {
  try {
    if (chosen === null) localStorage.removeItem(SETTING)
    else localStorage.setItem(SETTING, chosen)
  } catch {
    // Storage is disabled: the language of the browser applies.
    return
  }
  // `before-paint.js` chooses in the same way.
  const asked = navigator.languages.map((tag) => readLanguage(getPrimary(tag))).find((one) => one !== null)
  if ((chosen ?? asked ?? DEFAULT_LANGUAGE) !== language) location.reload()
}

function chooseLocale(): string {
  // Messages and dates must use the same digits.
  if (language === 'ar') return LANGUAGE_FACTS.ar.locale
  const asked = globalThis.navigator?.languages.find((tag) => isLocale(tag) && getPrimary(tag) === language)
  return asked ?? LANGUAGE_FACTS[language].locale
}

/** Returns the primary subtag of a BCP 47 tag: `de` of `de-AT`. */
function getPrimary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? ''
}

/** Returns false for a tag that formats would refuse: `en-US@posix` comes from some systems. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

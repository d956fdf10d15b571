import {
  DEFAULT_LANGUAGE,
  LANGUAGE_FACTS,
  LANGUAGES,
  type Language,
  readLanguage,
} from '../../../src/domain/language.ts'

export type { Language }

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

/** Language that was chosen in this browser; null: the browser's own. */
export function getChosenLanguage(): Language | null {
  return readLanguage(localStorage.getItem(SETTING))
}

/** Keeps the choice of a language in this browser, and reloads the page where it changes the language. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === getChosenLanguage()) return
  if (chosen === null) localStorage.removeItem(SETTING)
  else localStorage.setItem(SETTING, chosen)
  location.reload()
}

function chooseLocale(): string {
  // Figures of messages and dates are in one script.
  if (language === 'ar') return LANGUAGE_FACTS.ar.locale
  const asked = globalThis.navigator?.languages.find((tag) => tag.split('-')[0]?.toLowerCase() === language)
  return asked ?? LANGUAGE_FACTS[language].locale
}

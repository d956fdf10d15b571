import { type Html, html } from '../../../markup/html.ts'
import { ar } from './ar/front.ts'
import { de } from './de/front.ts'
import { en } from './en/front.ts'
import { es } from './es/front.ts'
import { fr } from './fr/front.ts'
import type { FrontWords } from './front-words.ts'
import { ja } from './ja/front.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { pt } from './pt/front.ts'
import { zh } from './zh/front.ts'

/** The language of a front page, and whether the visitor chose it by hand; links and forms then keep to it. */
export type Tongue = { language: Language; byHand: boolean }

const WORDS: Readonly<Record<Language, FrontWords>> = { en, de, fr, es, pt, ja, zh, ar }
const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  zh: '中文',
  ar: 'العربية',
}

/** Every sentence of the front pages in one language. */
export function frontWordsIn(language: Language): FrontWords {
  return WORDS[language]
}

/** An address of a front page, in the language that was chosen by hand. */
export function inTongue(address: string, { language, byHand }: Tongue): string {
  return byHand ? `${address}?lang=${language}` : address
}

/** The ways on that stand in the header of a front page. */
export function frontNav(base: string, { language }: Tongue): Html {
  const words = frontWordsIn(language).nav
  return html`<nav aria-label="${words.readOn}"><a href="${base}/docs">${words.reference}</a> <a href="${base}/sign-in">${words.signIn}</a></nav>`
}

/** The same page in the other languages. */
export function languageNav(address: string, { language }: Tongue): Html {
  return html`<nav class="languages" aria-label="${frontWordsIn(language).nav.languages}">
${LANGUAGES.map((one) =>
  one === language
    ? html`<span aria-current="true" lang="${one}">${NAMES[one]}</span>
`
    : html`<a href="${address}?lang=${one}" hreflang="${one}" lang="${one}">${NAMES[one]}</a>
`,
)}</nav>`
}

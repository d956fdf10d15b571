import { type Html, html } from '../../../markup/html.ts'
import { frontWordsIn, getLanguageName, LANGUAGES, type Language } from './languages.ts'

/** Language of a front page. If the visitor picked it in the page footer, links and forms keep it. */
export type LanguageChoice = { language: Language; source: 'browser' | 'visitor' }

/** Adds the language to a front page URL if the visitor picked it. */
export function keepLanguage(url: string, { language, source }: LanguageChoice): string {
  return source === 'visitor' ? `${url}?lang=${language}` : url
}

/** Returns the header links of a front page. */
export function frontNav(base: string, { language }: LanguageChoice): Html {
  const words = frontWordsIn(language).nav
  return html`<nav aria-label="${words.menu}"><a href="${base}/docs">${words.reference}</a> <a href="${base}/sign-in">${words.signIn}</a></nav>`
}

/** Returns links to the same page in the other languages. */
export function languageNav(url: string, { language }: LanguageChoice): Html {
  return html`<nav class="languages" aria-label="${frontWordsIn(language).nav.languages}">
${LANGUAGES.map((one) =>
  one === language
    ? html`<span aria-current="true" lang="${one}">${getLanguageName(one)}</span>
`
    : html`<a href="${url}?lang=${one}" hreflang="${one}" lang="${one}">${getLanguageName(one)}</a>
`,
)}</nav>`
}

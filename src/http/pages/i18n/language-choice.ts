import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { getLanguageName, LANGUAGES, type Language } from './languages.ts'

/** Language of a front page. If the visitor picked it in the page footer, links and forms keep it. */
export type LanguageChoice = { language: Language; source: 'browser' | 'visitor' }

/** Adds the language to a front page URL if the visitor picked it. */
export function keepLanguage(url: string, { language, source }: LanguageChoice): string {
  return source === 'visitor' ? `${url}?lang=${language}` : url
}

/** Visitor of a front page: an owner is signed in. */
export type FrontVisitor = 'owner' | 'stranger'

type Visit = { base: string; language: Language; visitor: FrontVisitor }

/** Returns the header links of a front page. */
export function frontNav(visit: Visit): Html {
  const words = textsIn(visit.language).front.nav
  return html`<nav aria-label="${words.menu}"><a href="${visit.base}/docs">${words.docs}</a> ${ownerLink(visit)}</nav>`
}

/** Returns the link to the dashboard for an owner who is signed in, and to the sign-in for everybody else. */
export function ownerLink({ base, language, visitor }: Visit): Html {
  const { signIn, dashboard } = textsIn(language).front.nav
  return visitor === 'owner'
    ? html`<a href="${base}/app">${dashboard}</a>`
    : html`<a href="${base}/sign-in">${signIn}</a>`
}

/** Returns links to the same page in the other languages. */
export function languageNav(url: string, { language }: LanguageChoice): Html {
  return html`<nav class="languages" aria-label="${textsIn(language).front.nav.languages}">
${LANGUAGES.map((one) =>
  one === language
    ? html`<span aria-current="true" lang="${one}">${getLanguageName(one)}</span>
`
    : html`<a href="${url}?lang=${one}" hreflang="${one}" lang="${one}">${getLanguageName(one)}</a>
`,
)}</nav>`
}

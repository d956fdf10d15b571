import { type Texts, textsIn } from '../../../locales/texts.ts'
import { html } from '../../../markup/html.ts'
import type { Language } from '../i18n/languages.ts'
import { titledPage } from '../layout.ts'

/** Reason why a link from an email does not work. */
export type DeadLink = keyof Texts['links']['deadLinks']

/** Explains why a link from an email does not work, and what to do. */
export function unusableLinkPage(input: { base: string; language: Language; reason: DeadLink }): string {
  const { base, language } = input
  const { title, why, what } = textsIn(language).links.deadLinks[input.reason]
  return titledPage({
    base,
    language,
    title,
    content: html`<p class="lead">${why}</p>
<p>${what}</p>`,
  })
}

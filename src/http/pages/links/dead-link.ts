import { html } from '../../../markup/html.ts'
import { type Language, linkWordsIn } from '../i18n/languages.ts'
import type { DeadLink } from '../i18n/link-words.ts'
import { titledPage } from '../layout.ts'

/** Explains why a link from an email does not work, and what to do. */
export function unusableLinkPage(input: { base: string; language: Language; reason: DeadLink }): string {
  const { base, language } = input
  const { title, why, what } = linkWordsIn(language).deadLinks[input.reason]
  return titledPage({
    base,
    language,
    title,
    content: html`<p class="lead">${why}</p>
<p>${what}</p>`,
  })
}

import { type Html, html } from '../../../markup/html.ts'
import { type Language, visitorWordsIn } from '../i18n/languages.ts'
import { page } from '../layout.ts'
import { marked } from '../prose.ts'

/** A tick in a circle. */
export const DONE_MARK = html`<svg class="mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
<circle cx="24" cy="24" r="23"></circle><path d="M15 24.5l6.5 6.5L33.5 18"></path>
</svg>`

/**
 * Page that a visitor sees after sending a form.
 *
 * @param input.backUrl page or site of the form, verified to be http or https; null if unknown
 */
export function thanksPage(input: { base: string; language: Language; backUrl: string | null }): string {
  const words = visitorWordsIn(input.language).thanks
  const next =
    input.backUrl === null
      ? html`<p class="muted">${words.close}</p>`
      : html`<p><a class="button" href="${input.backUrl}"><span>${backLabel(words.back(new URL(input.backUrl).host))}</span></a></p>`
  return page({
    base: input.base,
    language: input.language,
    title: words.title,
    body: html`${DONE_MARK}
<h1>${words.title}</h1>
<p class="lead">${words.text}</p>
${next}`,
  })
}

function backLabel(sentence: string): Html[] {
  return marked(sentence, (host) => html`<bdi dir="ltr">${host}</bdi>`)
}

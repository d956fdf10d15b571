import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { fragment } from '../fragment.ts'
import type { Language } from '../i18n/languages.ts'
import { page } from '../layout.ts'

/** A tick in a circle. Its attributes count where a script shows the page without our style. */
export const DONE_MARK = html`<svg class="mark" viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<circle cx="24" cy="24" r="23"></circle><path d="M15 24.5l6.5 6.5L33.5 18"></path>
</svg>`

/**
 * Page that a visitor sees after sending a form.
 *
 * @param input.backUrl page or site of the form, verified to be http or https; null if unknown
 */
export function thanksPage(input: { base: string; language: Language; backUrl: string | null }): string {
  const words = textsIn(input.language).visitor.thanks
  return page({
    base: input.base,
    language: input.language,
    title: words.title,
    body: html`${DONE_MARK}
<h1>${words.title}</h1>
<p class="lead">${words.text}</p>
${waysBack(input)}`,
  })
}

/** Renders the link back to the page of the form, or that nothing is left to do. */
export function waysBack(input: { language: Language; backUrl: string | null }): Html {
  const words = textsIn(input.language).visitor.thanks
  return input.backUrl === null
    ? html`<p class="muted">${words.close}</p>`
    : html`<p><a class="button" href="${input.backUrl}"><span>${words.back.parts({ host: html`<bdi dir="ltr">${new URL(input.backUrl).host}</bdi>` })}</span></a></p>`
}

/** The same for a script that puts it into the page of the form. */
export function thanksFragment(input: { language: Language; frameId: string | null }): string {
  const words = textsIn(input.language).visitor.thanks
  return fragment({
    ...input,
    kind: 'sent',
    content: html`<p><strong>${words.title}</strong></p>
<p>${words.text}</p>`,
  })
}

import { textsIn } from '../../locales/texts.ts'
import { html } from '../../markup/html.ts'
import type { Language } from './i18n/languages.ts'
import { titledPage } from './layout.ts'
import { formatWait } from './waiting.ts'

/** Renders the page for a reader who opens pages, or presses a button, too often. */
export function busyPage(input: { base: string; language: Language; retryAfterSeconds: number }): string {
  const { base, language, retryAfterSeconds } = input
  const { refusal, refusalPage } = textsIn(language).visitor
  const retry = refusalPage.tryAgain(formatWait(language, retryAfterSeconds))
  return titledPage({
    base,
    language,
    title: refusal.wait.title,
    content: html`<p class="lead">${retry}</p>`,
  })
}

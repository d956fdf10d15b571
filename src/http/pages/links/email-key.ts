import { groupFingerprint } from '../../../domain/accounts/email-key.ts'
import type { Language } from '../../../domain/language.ts'
import { textsIn } from '../../../locales/texts.ts'
import { html } from '../../../markup/html.ts'
import { postButton, titledPage } from '../layout.ts'
import { code } from '../prose.ts'

/**
 * Renders the page that asks whether to encrypt emails to a key, or says that they are.
 *
 * @param input.action URL that the button posts to
 */
export function emailKeyPage(input: {
  base: string
  language: Language
  action: string
  outcome: 'ask' | 'confirmed'
  fingerprint: string
}): string {
  const { base, language, action, outcome } = input
  const words = textsIn(language).links.emailKey
  const key = html`<p>${words.fingerprint}<br>${code(groupFingerprint(input.fingerprint))}</p>`
  switch (outcome) {
    case 'ask':
      return titledPage({
        ...{ base, language, title: words.title },
        content: html`<p class="lead">${words.text}</p>
<p>${words.others}</p>
${key}
<div class="actions">${postButton({ action, label: words.confirm, weight: 'main' })}</div>`,
      })
    case 'confirmed':
      return titledPage({
        ...{ base, language, title: words.doneTitle },
        content: html`<p class="lead">${words.doneText}</p>
${key}`,
      })
  }
}

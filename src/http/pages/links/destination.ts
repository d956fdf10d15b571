import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import type { Language } from '../i18n/languages.ts'
import { endpointKicker, postButton, titledPage } from '../layout.ts'
import { code } from '../prose.ts'

/**
 * Asks the owner of an email address to confirm that it becomes a destination of an endpoint, or shows its state.
 *
 * @param input.mailboxHint, input.ownerHint masked addresses, `j***@a***.org`
 * @param input.action URL that the button to confirm posts to; the others post to `/stop` and `/start` below it
 */
export function destinationPage(
  input: { base: string; language: Language } & (
    | {
        outcome: 'unconfirmed' | 'confirmed' | 'stopped'
        formId: string
        mailboxHint: string
        ownerHint: string
        action: string
      }
    | { outcome: 'withdrawn'; action: string }
    | { outcome: 'gone' | 'refused' }
  ),
): string {
  const words = textsIn(input.language).visitor.destination
  const { title } = words[input.outcome === 'withdrawn' ? 'gone' : input.outcome]
  const { base, language } = input
  const kicker = 'formId' in input ? endpointKicker(input.formId) : null
  return titledPage({ base, language, title, kicker, content: outcomeContent(input) })
}

function outcomeContent(input: Parameters<typeof destinationPage>[0]): Html {
  const words = textsIn(input.language).visitor.destination
  switch (input.outcome) {
    case 'unconfirmed': {
      const { text, consent, confirm, decline, declineEffect } = words.unconfirmed
      return html`<p class="lead">${text.parts({ mailbox: code(input.mailboxHint), owner: code(input.ownerHint) })}</p>
<p>${consent}</p>
<div class="actions">
${postButton({ action: input.action, label: confirm, weight: 'main' })}
${postButton({ action: `${input.action}/stop`, label: decline, weight: 'plain' })}
</div>
<p class="muted small">${declineEffect}</p>`
    }
    case 'confirmed':
      return html`<p class="lead">${words.confirmed.text.parts({ mailbox: code(input.mailboxHint) })}</p>
<div class="actions">${postButton({ action: `${input.action}/stop`, label: words.confirmed.stop, weight: 'plain' })}</div>`
    case 'stopped': {
      const { start } = textsIn(input.language).links.emails
      return html`<p class="lead">${words.stopped.text.parts({ mailbox: code(input.mailboxHint) })}</p>
<div class="actions">${postButton({ action: `${input.action}/start`, label: start, weight: 'plain' })}</div>`
    }
    case 'withdrawn':
      return html`<div class="actions">${postButton({ action: `${input.action}/stop`, label: words.unconfirmed.decline, weight: 'plain' })}</div>
<p class="muted small">${words.unconfirmed.declineEffect}</p>`
    case 'gone':
    case 'refused':
      return html`<p class="lead">${words[input.outcome].text}</p>`
  }
}

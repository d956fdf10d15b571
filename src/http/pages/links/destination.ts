import { type Html, html } from '../../../markup/html.ts'
import { type Language, visitorWordsIn } from '../i18n/languages.ts'
import { endpointKicker, titledPage } from '../layout.ts'
import { postButton } from '../post-button.ts'
import { inline } from '../prose.ts'

/**
 * Asks the owner of an email address to confirm that it becomes a destination of an endpoint, or shows its state.
 *
 * @param input.mailboxHint, input.ownerHint masked addresses, `j***@a***.org`
 * @param input.confirmAction URL that the button to confirm posts to
 * @param input.stopAction URL that the button to decline or stop posts to
 */
export function destinationPage(
  input: { base: string; language: Language } & (
    | {
        outcome: 'unconfirmed' | 'confirmed'
        formId: string
        mailboxHint: string
        ownerHint: string
        confirmAction: string
        stopAction: string
      }
    | { outcome: 'withdrawn'; stopAction: string }
    | { outcome: 'gone' | 'refused' }
  ),
): string {
  const words = visitorWordsIn(input.language).destination
  const { title } = words[input.outcome === 'withdrawn' ? 'gone' : input.outcome]
  const { base, language } = input
  const kicker = 'formId' in input ? endpointKicker(input.formId) : null
  return titledPage({ base, language, title, kicker, content: outcomeContent(input) })
}

function outcomeContent(input: Parameters<typeof destinationPage>[0]): Html {
  const words = visitorWordsIn(input.language).destination
  switch (input.outcome) {
    case 'unconfirmed': {
      const { text, consent, confirm, decline, declineEffect } = words.unconfirmed
      return html`<p class="lead">${inline(text({ mailbox: input.mailboxHint, owner: input.ownerHint }))}</p>
<p>${consent}</p>
<div class="actions">
${postButton({ action: input.confirmAction, label: confirm, weight: 'main' })}
${postButton({ action: input.stopAction, label: decline, weight: 'plain' })}
</div>
<p class="muted small">${declineEffect}</p>`
    }
    case 'confirmed':
      return html`<p class="lead">${inline(words.confirmed.text(input.mailboxHint))}</p>
<div class="actions">${postButton({ action: input.stopAction, label: words.confirmed.stop, weight: 'plain' })}</div>`
    case 'withdrawn':
      return html`<div class="actions">${postButton({ action: input.stopAction, label: words.unconfirmed.decline, weight: 'plain' })}</div>
<p class="muted small">${words.unconfirmed.declineEffect}</p>`
    case 'gone':
    case 'refused':
      return html`<p class="lead">${words[input.outcome].text}</p>`
  }
}

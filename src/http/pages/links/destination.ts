import { type Html, html } from '../../../markup/html.ts'
import { type Language, visitorWordsIn } from '../i18n/languages.ts'
import { page } from '../layout.ts'
import { postButton } from '../post-button.ts'
import { inline } from '../prose.ts'

/**
 * Asks the owner of a mailbox whether it shall get the emails of an endpoint, and says what holds.
 *
 * @param input.mailboxHint, input.ownerHint mailboxes with their letters hidden, `j***@a***.org`
 * @param input.confirmAction where the button that says yes posts to
 * @param input.stopAction where the one that says no does
 */
export function destinationPage(
  input: { base: string; language: Language } & (
    | {
        outcome: 'asked' | 'confirmed'
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
  const kicker = 'formId' in input ? html`<p class="kicker"><code dir="ltr">${input.formId}</code></p>` : null
  const body = html`${kicker}
<h1>${title}</h1>
${partsOf(input)}`
  return page({ base: input.base, language: input.language, title, body })
}

function partsOf(input: Parameters<typeof destinationPage>[0]): Html {
  const words = visitorWordsIn(input.language).destination
  switch (input.outcome) {
    case 'asked': {
      const { text, consent: before, confirm, decline: refuse, declineEffect: refusing } = words.asked
      return html`<p class="lead">${inline(text({ mailbox: input.mailboxHint, owner: input.ownerHint }))}</p>
<p>${before}</p>
<div class="actions">
${postButton({ action: input.confirmAction, label: confirm, weight: 'main' })}
${postButton({ action: input.stopAction, label: refuse, weight: 'plain' })}
</div>
<p class="muted small">${refusing}</p>`
    }
    case 'confirmed':
      return html`<p class="lead">${inline(words.confirmed.text(input.mailboxHint))}</p>
<div class="actions">${postButton({ action: input.stopAction, label: words.confirmed.stop, weight: 'plain' })}</div>`
    case 'withdrawn':
      return html`<div class="actions">${postButton({ action: input.stopAction, label: words.asked.decline, weight: 'plain' })}</div>`
    case 'gone':
    case 'refused':
      return html`<p class="lead">${words[input.outcome].text}</p>`
  }
}

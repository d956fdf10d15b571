import { type Html, html } from '../../../markup/html.ts'
import { kindWordsIn, withAddress } from '../i18n/endpoint-texts.ts'
import { getSentenceSpace, type Language, linkWordsIn } from '../i18n/languages.ts'
import { endpointKicker, titledPage } from '../layout.ts'
import { postButton } from '../post-button.ts'

type Shown = {
  language: Language
  formId: string
  accountHint: string
  action: string
  outcome: 'ask' | 'done' | 'already_done' | 'too_late'
}

/**
 * Page of "This wasn't me": `ask` says what the button will do, the other outcomes report the result.
 *
 * @param input.accountHint masked recipient, `j***@a***.org`
 * @param input.action URL that the button posts to
 */
export function declinePage(input: Shown & { base: string }): string {
  const { base, language, formId } = input
  return titledPage({ base, language, kicker: endpointKicker(formId), ...describeOutcome(input) })
}

function describeOutcome(input: Shown): { title: string; content: Html } {
  const words = linkWordsIn(input.language).decline
  switch (input.outcome) {
    case 'ask':
      return { title: words.askTitle, content: askContent(input) }
    case 'done':
      return {
        title: words.doneTitle,
        content: html`<p class="lead">${withAddress(words.done(input.accountHint))}</p>
<p>${words.nothingElse}</p>`,
      }
    case 'already_done':
      return {
        title: words.alreadyTitle,
        content: html`<p class="lead">${kindWordsIn(input.language, input.formId).alreadyRetired}</p>`,
      }
    case 'too_late':
      return {
        title: words.tooLateTitle,
        content: html`<p class="lead">${words.tooLate}</p>
<p>${words.tooLateAdvice}</p>`,
      }
  }
}

function askContent({ language, formId, accountHint, action }: Shown): Html {
  const words = linkWordsIn(language).decline
  const { createdForYou, retired } = kindWordsIn(language, formId)
  return html`<p class="lead">${withAddress(createdForYou(accountHint))}${getSentenceSpace(language)}${words.effects}</p>
<ul class="means">
<li>${retired}</li>
<li>${words.deleted}</li>
<li>${words.suppressed}</li>
</ul>
<div class="actions">
${postButton({ action, label: words.button, weight: 'final' })}
</div>
<p class="muted small">${words.ifYours}</p>`
}

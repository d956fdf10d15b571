import { type Html, html } from '../../../markup/html.ts'
import { kindWordsIn, withAddress } from '../i18n/endpoint-texts.ts'
import { type Language, linkWordsIn } from '../i18n/languages.ts'
import { page } from '../layout.ts'
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
  const { title, body } = describeOutcome(input)
  return page({
    base: input.base,
    language: input.language,
    title,
    body: html`<p class="kicker"><code dir="ltr">${input.formId}</code></p>
<h1>${title}</h1>
${body}`,
  })
}

function describeOutcome(input: Shown): { title: string; body: Html } {
  const words = linkWordsIn(input.language).decline
  switch (input.outcome) {
    case 'ask':
      return { title: words.askTitle, body: askContent(input) }
    case 'done':
      return {
        title: words.doneTitle,
        body: html`<p class="lead">${withAddress(words.done(input.accountHint))}</p>
<p>${words.nothingElse}</p>`,
      }
    case 'already_done':
      return {
        title: words.alreadyTitle,
        body: html`<p class="lead">${kindWordsIn(input.language, input.formId).alreadyRetired}</p>`,
      }
    case 'too_late':
      return {
        title: words.tooLateTitle,
        body: html`<p class="lead">${words.tooLate}</p>
<p>${words.tooLateAdvice}</p>`,
      }
  }
}

function askContent({ language, formId, accountHint, action }: Shown): Html {
  const words = linkWordsIn(language).decline
  const { createdForYou, retired } = kindWordsIn(language, formId)
  return html`<p class="lead">${withAddress(createdForYou(accountHint))} ${words.effects}</p>
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

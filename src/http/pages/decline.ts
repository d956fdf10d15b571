import { type Html, html } from '../../markup/html.ts'
import type { Language } from './i18n/languages.ts'
import { kindWordsIn, linkWordsIn, withMailbox } from './i18n/links.ts'
import { page } from './layout.ts'
import { press } from './press.ts'

/** What the page is about, and how it came to be shown. */
type Shown = {
  language: Language
  formId: string
  accountHint: string
  action: string
  outcome: 'ask' | 'done' | 'already_done' | 'too_late'
}

/**
 * "This wasn't me": `ask` says what the button will do, the others say what became of it.
 *
 * @param input.accountHint the recipient mailbox with its letters hidden, `j***@a***.org`
 * @param input.action where the button posts to
 */
export function declinePage(input: Shown & { base: string }): string {
  const { title, body } = outcomeOf(input)
  return page({
    base: input.base,
    language: input.language,
    title,
    body: html`<p class="kicker"><code dir="ltr">${input.formId}</code></p>
<h1>${title}</h1>
${body}`,
  })
}

function outcomeOf(input: Shown): { title: string; body: Html } {
  const words = linkWordsIn(input.language).disown
  switch (input.outcome) {
    case 'ask':
      return { title: words.askTitle, body: asked(input) }
    case 'done':
      return {
        title: words.doneTitle,
        body: html`<p class="lead">${withMailbox(words.done(input.accountHint))}</p>
<p>${words.underWay}</p>`,
      }
    case 'already_done':
      return {
        title: words.alreadyTitle,
        body: html`<p class="lead">${kindWordsIn(input.language, input.formId).over}</p>`,
      }
    case 'too_late':
      return {
        title: words.tooLateTitle,
        body: html`<p class="lead">${words.tooLate}</p>
<p>${words.tooLateWhat}</p>`,
      }
  }
}

function asked({ language, formId, accountHint, action }: Shown): Html {
  const words = linkWordsIn(language).disown
  const { created, retired } = kindWordsIn(language, formId)
  return html`<p class="lead">${withMailbox(created(accountHint))} ${words.threeThings}</p>
<ul class="means">
<li>${retired}</li>
<li>${words.deleted}</li>
<li>${words.suppressed}</li>
</ul>
<div class="deeds">
${press({ action, label: words.press, weight: 'final' })}
</div>
<p class="muted small">${words.leave}</p>`
}

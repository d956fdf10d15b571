import { DISOWN_DAYS_AFTER_CLAIM } from '../../domain/disown.ts'
import { type Html, html } from '../../html.ts'
import { wordsOf } from './kind-words.ts'
import { page } from './layout.ts'
import { press } from './press.ts'

/**
 * "This wasn't me": `ask` says what the button will do, the others say what became of it.
 *
 * @param input.accountHint the recipient mailbox with its letters hidden, `j***@a***.org`; null when it is forgotten
 * @param input.action where the button posts to
 */
export function disownPage(input: {
  base: string
  formId: string
  accountHint: string | null
  action: string
  outcome: 'ask' | 'done' | 'already_done' | 'too_late'
}): string {
  const { title, body } = outcomeOf(input)
  return page({
    base: input.base,
    language: 'en',
    title,
    body: html`<p class="kicker"><code>${input.formId}</code></p>
<h1>${title}</h1>
${body}`,
  })
}

function outcomeOf(input: {
  formId: string
  accountHint: string | null
  action: string
  outcome: 'ask' | 'done' | 'already_done' | 'too_late'
}): {
  title: string
  body: Html
} {
  switch (input.outcome) {
    case 'ask':
      return { title: 'You did not ask for this?', body: asked(input) }
    case 'done':
      return {
        title: 'Done. We will not write to you again',
        body: html`<p class="lead">The endpoint is retired and what it held is deleted. Nobody can create another one for ${mailboxNamed(input)}.</p>
<p>There is nothing else to do. A letter that was already on its way may still arrive.</p>`,
      }
    case 'already_done':
      return {
        title: 'This endpoint is already retired',
        body: html`<p class="lead">It takes no more ${wordsOf(input.formId).many} and sends no more letters. There is nothing else to do.</p>`,
      }
    case 'too_late':
      return {
        title: 'This link no longer retires the endpoint',
        body: html`<p class="lead">It was claimed more than ${DISOWN_DAYS_AFTER_CLAIM} days ago, and an old letter shall not be able to delete what it holds.</p>
<p>To stop its letters, use the link at the end of a newer one.</p>`,
      }
  }
}

/** An old endpoint no longer knows it. */
function mailboxNamed({ accountHint }: { accountHint: string | null }): Html {
  return accountHint === null ? html`your mailbox` : html`your mailbox <strong>${accountHint}</strong>`
}

function asked(input: { formId: string; accountHint: string | null; action: string }): Html {
  const { created, retired } = wordsOf(input.formId)
  return html`<p class="lead">Somebody created ${created} with ${mailboxNamed(input)} as its recipient. If that was not you, press the button. It does three things, and none can be undone:</p>
<ul class="means">
<li>${retired}</li>
<li>Everything that was sent to it is deleted.</li>
<li>Nobody can create another endpoint for this mailbox, and we never write to it about one again.</li>
</ul>
<div class="deeds">
${press({ action: input.action, label: 'Retire it and never write again', weight: 'final' })}
</div>
<p class="muted small">If it is yours, close this page. Nothing has changed.</p>`
}

import { type Html, html } from '../../../markup/html.ts'
import { kindWordsIn } from '../i18n/endpoint-texts.ts'
import { type Language, linkWordsIn } from '../i18n/languages.ts'
import { page } from '../layout.ts'
import { postButton } from '../post-button.ts'

type Shown = {
  language: Language
  formId: string
  action: string
  startAction: string
  outcome: 'ask' | 'stopped' | 'started'
}

/**
 * Page that stops the emails of a claimed endpoint or turns them back on. Submissions are stored either way.
 *
 * @param input.action URL that the button to stop posts to
 * @param input.startAction URL that the button to restart posts to
 */
export function stopEmailsPage(input: Shown & { base: string }): string {
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

function describeOutcome({ language, formId, action, startAction, outcome }: Shown): {
  title: string
  body: Html
} {
  const words = linkWordsIn(language).emails
  const { ifStopped: stop, stopped, restarted: started } = kindWordsIn(language, formId)
  switch (outcome) {
    case 'ask':
      return {
        title: words.askTitle,
        body: html`<p class="lead">${stop} ${words.canRestart}</p>
<div class="actions">${postButton({ action, label: words.stop, weight: 'main' })}</div>`,
      }
    case 'stopped':
      return {
        title: words.stoppedTitle,
        body: html`<p class="lead">${stopped}</p>
<div class="actions">${postButton({ action: startAction, label: words.start, weight: 'plain' })}</div>`,
      }
    case 'started':
      return {
        title: words.startedTitle,
        body: html`<p class="lead">${started}</p>
<div class="actions">${postButton({ action, label: words.stop, weight: 'plain' })}</div>`,
      }
  }
}

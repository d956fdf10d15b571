import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { kindWordsIn } from '../i18n/endpoint-texts.ts'
import { getSentenceSpace, type Language } from '../i18n/languages.ts'
import { endpointKicker, postButton, titledPage } from '../layout.ts'

type Shown = {
  language: Language
  formId: string
  action: string
  outcome: 'ask' | 'stopped' | 'started'
}

/**
 * Page that stops the emails of a claimed endpoint or turns them back on. Submissions are stored either way.
 *
 * @param input.action URL that the button to stop posts to; the button to restart posts to `/start` below it
 */
export function stopEmailsPage(input: Shown & { base: string }): string {
  const { base, language, formId } = input
  return titledPage({ base, language, kicker: endpointKicker(formId), ...describeOutcome(input) })
}

function describeOutcome({ language, formId, action, outcome }: Shown): {
  title: string
  content: Html
} {
  const words = textsIn(language).links.emails
  const { ifStopped: stop, stopped, restarted: started } = kindWordsIn(language, formId)
  switch (outcome) {
    case 'ask':
      return {
        title: words.askTitle,
        content: html`<p class="lead">${stop}${getSentenceSpace(language)}${words.canRestart}</p>
<div class="actions">${postButton({ action, label: words.stop, weight: 'main' })}</div>`,
      }
    case 'stopped':
      return {
        title: words.stoppedTitle,
        content: html`<p class="lead">${stopped}</p>
<div class="actions">${postButton({ action: `${action}/start`, label: words.start, weight: 'plain' })}</div>`,
      }
    case 'started':
      return {
        title: words.startedTitle,
        content: html`<p class="lead">${started}</p>
<div class="actions">${postButton({ action, label: words.stop, weight: 'plain' })}</div>`,
      }
  }
}

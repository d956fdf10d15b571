import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { getSentenceSpace, type Language } from '../i18n/languages.ts'
import { postButton, titledPage } from '../layout.ts'

type Shown = { language: Language; action: string; outcome: 'ask' | 'stopped' | 'started' }

/**
 * Page that stops the weekly emails about the spam folder or turns them back on.
 *
 * @param input.action URL that the button to stop posts to; the button to restart posts to `/start` below it
 */
export function stopDigestPage(input: Shown & { base: string }): string {
  const { base, language } = input
  return titledPage({ base, language, ...describeOutcome(input) })
}

function describeOutcome({ language, action, outcome }: Shown): { title: string; content: Html } {
  const { emails: words, digest } = textsIn(language).links
  switch (outcome) {
    case 'ask':
      return {
        title: digest.askTitle,
        content: html`<p class="lead">${digest.ifStopped}${getSentenceSpace(language)}${words.canRestart}</p>
<div class="actions">${postButton({ action, label: words.stop, weight: 'main' })}</div>`,
      }
    case 'stopped':
      return {
        title: digest.stoppedTitle,
        content: html`<p class="lead">${digest.stopped}</p>
<div class="actions">${postButton({ action: `${action}/start`, label: words.start, weight: 'plain' })}</div>`,
      }
    case 'started':
      return {
        title: digest.startedTitle,
        content: html`<p class="lead">${digest.restarted}</p>
<div class="actions">${postButton({ action, label: words.stop, weight: 'plain' })}</div>`,
      }
  }
}

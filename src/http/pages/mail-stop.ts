import { type Html, html } from '../../html.ts'
import { wordsOf } from './kind-words.ts'
import { page } from './layout.ts'
import { press } from './press.ts'

/**
 * Stops the letters of a claimed endpoint, or lets them flow again; submissions are stored either way.
 *
 * @param input.action where the button that stops posts to
 * @param input.startAction where the button that starts posts to
 */
export function mailStopPage(input: {
  base: string
  formId: string
  action: string
  startAction: string
  outcome: 'ask' | 'stopped' | 'started'
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
  action: string
  startAction: string
  outcome: 'ask' | 'stopped' | 'started'
}): {
  title: string
  body: Html
} {
  const { stop, stopped, started } = wordsOf(input.formId)
  switch (input.outcome) {
    case 'ask':
      return {
        title: 'Stop the letters of this endpoint?',
        body: html`<p class="lead">${stop} You can start the letters again on this page.</p>
<div class="deeds">${press({ action: input.action, label: 'Stop the letters', weight: 'main' })}</div>`,
      }
    case 'stopped':
      return {
        title: 'The letters have stopped',
        body: html`<p class="lead">${stopped}</p>
<div class="deeds">${press({ action: input.startAction, label: 'Start the letters again', weight: 'plain' })}</div>`,
      }
    case 'started':
      return {
        title: 'The letters flow again',
        body: html`<p class="lead">${started}</p>
<div class="deeds">${press({ action: input.action, label: 'Stop the letters', weight: 'plain' })}</div>`,
      }
  }
}

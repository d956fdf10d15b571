import { formatInstant } from '../../../domain/language.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import type { Language } from '../i18n/languages.ts'
import { endpointKicker, postButton, titledPage } from '../layout.ts'

type Shown = {
  language: Language
  formId: string
  action: string
  outcome: 'ask' | 'stopped' | 'started'
  /** End of the snooze; null while there is none. */
  until: Date | null
}

/**
 * Page that snoozes the emails of a form for a week, or ends that.
 *
 * @param input.action URL that the button to snooze posts to; the button to end it posts to `/start` below it
 */
export function snoozePage(input: Shown & { base: string }): string {
  const { base, language, formId } = input
  return titledPage({ base, language, kicker: endpointKicker(formId), ...describeOutcome(input) })
}

function describeOutcome({ language, action, outcome, until }: Shown): { title: string; content: Html } {
  const texts = textsIn(language)
  const { snooze: words, emails } = texts.links
  switch (outcome) {
    case 'ask':
      return {
        title: words.askTitle,
        content: html`<p class="lead">${words.effect}</p>
<div class="actions">${postButton({ action, label: texts.emails.submission.snooze, weight: 'main' })}</div>`,
      }
    case 'stopped': {
      const done = until === null ? words.effect : words.done({ time: formatInstant(language, until) })
      const label = texts.emails.notice.snoozed.button
      return {
        title: words.doneTitle,
        content: html`<p class="lead">${done}</p>
<div class="actions">${postButton({ action: `${action}/start`, label, weight: 'plain' })}</div>`,
      }
    }
    case 'started':
      return {
        title: emails.startedTitle,
        content: html`<p class="lead">${words.ended}</p>
<div class="actions">${postButton({ action, label: texts.emails.submission.snooze, weight: 'plain' })}</div>`,
      }
  }
}

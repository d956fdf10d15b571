import { formatDay, formatInstant } from '../../../domain/language.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { kindWordsIn, markAddress } from '../i18n/endpoint-texts.ts'
import { getSentenceSpace, type Language } from '../i18n/languages.ts'
import { endpointKicker, postButton, titledPage } from '../layout.ts'

/** Another endpoint of the same email address: enough to recognize it, too little to use it. */
type OtherEndpoint = { shortId: string; createdAt: Date }

type Shown = {
  language: Language
  formId: string
  accountHint: string
  action: string
} & (
  | { outcome: 'ask'; others: Others }
  | { outcome: 'done'; undoUntil: Date; others: Others }
  | { outcome: 'restored' | 'already_done' | 'final' | 'too_late' }
)

type Others = { claimed: readonly OtherEndpoint[]; unclaimed: readonly OtherEndpoint[] }

/**
 * Page of "This wasn't me": `ask` says what the button will do, `done` offers to undo it, the other outcomes report the
 * result.
 *
 * @param input.accountHint masked recipient, `j***@a***.org`
 * @param input.action URL that the button posts to; the button to undo posts to `/undo` below it
 */
export function declinePage(input: Shown & { base: string }): string {
  const { base, language, formId } = input
  return titledPage({ base, language, kicker: endpointKicker(formId), ...describeOutcome(input) })
}

function describeOutcome(input: Shown): { title: string; content: Html } {
  const { language, formId } = input
  const words = textsIn(language).links.decline
  switch (input.outcome) {
    case 'ask':
      return { title: words.askTitle, content: askContent(input, input.others) }
    case 'done':
      return { title: words.doneTitle, content: doneContent(input, input) }
    case 'restored':
      return { title: words.restoredTitle, content: html`<p class="lead">${words.restored}</p>` }
    case 'already_done':
      return {
        title: words.alreadyTitle,
        content: html`<p class="lead">${kindWordsIn(language, formId).alreadyRetired}</p>`,
      }
    case 'final':
      return { title: words.alreadyTitle, content: html`<p class="lead">${words.final}</p>` }
    case 'too_late':
      return {
        title: words.tooLateTitle,
        content: html`<p class="lead">${words.tooLate}</p>
<p>${words.tooLateAdvice}</p>`,
      }
  }
}

function askContent({ language, formId, accountHint, action }: Shown, others: Others): Html {
  const words = textsIn(language).links.decline
  const { createdForYou, retired } = kindWordsIn(language, formId)
  return html`<p class="lead">${createdForYou.parts({ address: markAddress(accountHint) })}${getSentenceSpace(language)}${words.effects}</p>
<ul class="means">
<li>${retired}</li>
<li>${words.deleted}</li>
<li>${words.suppressed}</li>
</ul>
${othersContent(language, others)}
<div class="actions">
${postButton({ action, label: words.button, weight: 'final' })}
</div>
<p class="muted small">${words.ifYours}</p>`
}

function doneContent(
  { language, accountHint, action }: Shown,
  { undoUntil, others }: { undoUntil: Date; others: Others },
): Html {
  const words = textsIn(language).links.decline
  return html`<p class="lead">${words.done.parts({ address: markAddress(accountHint) })}</p>
<p>${words.undoUntil({ time: formatInstant(language, undoUntil) })}</p>
<div class="actions">
${postButton({ action: `${action}/undo`, label: words.undo, weight: 'plain' })}
</div>
${othersContent(language, others)}
<p>${words.nothingElse}</p>`
}

function othersContent(language: Language, { claimed, unclaimed }: Others): Html {
  const words = textsIn(language).links.decline
  const listed = listContent({ language, introduction: words.othersClaimed, endpoints: claimed })
  return html`${listed}${listContent({ language, introduction: words.othersUnclaimed, endpoints: unclaimed })}`
}

function listContent(list: {
  language: Language
  introduction: string
  endpoints: readonly OtherEndpoint[]
}): Html | null {
  const { language, introduction, endpoints } = list
  if (endpoints.length === 0) return null
  return html`<p>${introduction}</p>
<ul>${endpoints.map(
    ({ shortId, createdAt }) =>
      html`<li><bdi dir="ltr"><code>${shortId}…</code></bdi> (<time datetime="${createdAt.toISOString()}">${formatDay(language, createdAt)}</time>)</li>`,
  )}</ul>`
}

import { formatInstant } from '../../../domain/language.ts'
import type { NamedAnswer, Receipt } from '../../../domain/submissions/receipt.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { fragment } from '../fragment.ts'
import { getSentenceSpace, type Language } from '../i18n/languages.ts'
import { page, postButton, titledPage } from '../layout.ts'
import { DONE_MARK, waysBack } from './thanks.ts'

/**
 * Page that a visitor sees after sending a form, and can come back to: the progress of the submission and the owner's answer.
 *
 * @param input.url address of the receipt; the button to withdraw posts to `/withdraw` below it
 * @param input.backUrl page or site of the form, verified to be http or https; null if unknown
 * @param input.problem `too_late`: the submission was not withdrawn
 */
export function receiptPage(input: {
  base: string
  language: Language
  receipt: Receipt
  url: string
  backUrl: string | null
  problem: 'too_late' | null
}): string {
  const { base, language, receipt, problem } = input
  const words = textsIn(language).receipt
  const { title, text } = getHeading(language, receipt)
  return page({
    base,
    language,
    title,
    script: 'receipt',
    body: html`<div id="receipt" aria-live="polite">
${receipt.withdrawnAt ? null : DONE_MARK}
<h1>${title}</h1>
${text === null ? null : html`<p class="lead">${text}</p>`}
${problem ? html`<p class="problem">${words.tooLate}</p>` : null}
${receipt.withdrawnAt ? withdrawnContent(language, receipt) : content(input)}
</div>
${waysBack(input)}
${receipt.withdrawnAt ? null : html`<p class="aside">${words.privacy}</p>`}`,
  })
}

/** Thanks for a script that puts it into the page of the form, with a link to the receipt. */
export function receiptFragment(input: { language: Language; frameId: string | null; url: string }): string {
  const { title, text } = textsIn(input.language).visitor.thanks
  return fragment({
    ...input,
    kind: 'sent',
    content: html`<p><strong>${title}</strong></p>
<p>${text}</p>
<p><a href="${input.url}" target="_blank" rel="noopener noreferrer">${textsIn(input.language).receipt.follow}</a></p>`,
  })
}

/** Page in the place of a receipt whose submission was deleted, or that never existed. */
export function receiptGonePage({ base, language }: { base: string; language: Language }): string {
  const { title, text } = textsIn(language).receipt.gone
  return titledPage({ base, language, title, content: html`<p class="lead">${text}</p>` })
}

function getHeading(language: Language, receipt: Receipt): { title: string; text: string | null } {
  const { withdrawn, answer } = textsIn(language).receipt
  if (receipt.withdrawnAt) return withdrawn
  return receipt.answer ? { title: answer.title, text: null } : textsIn(language).visitor.thanks
}

function withdrawnContent(language: Language, { handOver }: Receipt): Html | null {
  const { withdrawn } = textsIn(language).receipt
  switch (handOver.kind) {
    case 'handed_over':
      return html`<p>${withdrawn.handedOver}</p>`
    case 'saved':
      return html`<p>${withdrawn.saved}</p>`
    default:
      return null
  }
}

function content(input: { language: Language; receipt: Receipt; url: string }): Html {
  const { language, receipt } = input
  const words = textsIn(language).receipt
  const { storedAt, handOver } = receipt
  return html`${receipt.answer ? answerContent(language, receipt.answer) : null}
<ol class="progress">
${
  handOver.kind === 'saved'
    ? step('done', words.handOver.saved, instant(language, storedAt))
    : html`${step('done', words.stored, instant(language, storedAt))}
${
  handOver.kind === 'handed_over'
    ? step('done', words.handOver.handed_over, instant(language, handOver.at))
    : step('pending', words.handOver[handOver.kind], null)
}`
}
</ol>
${receipt.answer ? null : html`<p class="muted">${words.answer.none}</p>`}
${withdrawal(input)}`
}

function step(state: 'done' | 'pending', text: string, at: Html | null): Html {
  return html`<li class="${state}">${text}${at && html` ${at}`}</li>`
}

function answerContent(language: Language, { text, answeredAt, formName }: NamedAnswer): Html {
  return html`<section class="note answer"><p class="muted">${
    formName === null ? null : html`<strong dir="auto">${formName}</strong> `
  }${instant(language, answeredAt)}</p>
<p class="said" dir="auto">${text}</p>
</section>`
}

/** The button that withdraws, behind a disclosure that needs no script. */
function withdrawal(input: { language: Language; receipt: Receipt; url: string }): Html | null {
  const { language, receipt } = input
  if (!receipt.withdrawUntil) return null
  const { title, effect, handedOver, saved, until, button } = textsIn(language).receipt.withdraw
  const { kind } = receipt.handOver
  const warnings = { handed_over: handedOver, saved }
  const warning =
    kind === 'handed_over' || kind === 'saved' ? `${getSentenceSpace(language)}${warnings[kind]}` : ''
  const end = receipt.withdrawUntil
  return html`<details class="withdraw"><summary>${title}</summary>
<p>${effect}${warning}</p>
<p class="muted">${until.parts({ time: instant(language, end) })}</p>
${postButton({ action: `${input.url}/withdraw`, label: button, weight: 'final' })}
</details>`
}

function instant(language: Language, at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${formatInstant(language, at)}</time>`
}

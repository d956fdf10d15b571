import {
  type HandOverObstacle,
  MAX_COUNTED_SUBMISSIONS,
  MAX_MOVED_ROWS,
} from '../../../domain/endpoints/hand-over.ts'
import { formatBytes, formatCount, type Language } from '../../../domain/language.ts'
import { textsIn } from '../../../locales/texts.ts'
import { html } from '../../../markup/html.ts'
import { postButton, titledPage } from '../layout.ts'

type Place = { base: string; language: Language }

/**
 * Renders the page behind the link of an offered form: what the person would get. Opening it does nothing, because mail
 * scanners open links.
 *
 * @param input.action URL that "Accept" posts to
 */
export function offerPage(
  input: Place & {
    action: string
    holder: string
    mailbox: string
    form: string
    isEncrypted: boolean
    retentionDays: number
    submissions: number
    files: { count: number; bytes: number }
    obstacle: Exclude<HandOverObstacle, { kind: 'suspended' }> | null
  },
): string {
  const { base, language, action, holder, mailbox, form, isEncrypted, files, obstacle } = input
  const texts = textsIn(language).links
  const words = texts.handOver
  const size = formatBytes(language, files.bytes)
  const never = html`<label class="check"><input type="checkbox" name="never" value="1"> ${texts.invitation.never}</label>`
  return titledPage({
    ...{ base, language, title: words.title },
    kicker: html`<p class="kicker"><bdi dir="ltr">${mailbox}</bdi></p>`,
    content: html`<p class="lead">${words.text({ holder, host: new URL(base).host })}</p>
<p><bdi>${words.form({ form })}</bdi></p>
<ul>
<li>${countSubmissions(language, input.submissions)}</li>
${files.count === 0 ? '' : html`<li>${words.files({ count: files.count, size })}</li>`}
<li>${words.work}</li>
</ul>
<p>${words.retention({ days: input.retentionDays })}</p>
<p>${words.without({ mailbox })}</p>
${isEncrypted ? html`<p>${words.encrypted}</p>` : ''}
<p>${words.visible}</p>
${
  obstacle
    ? html`<p class="lead">${describeObstacle(language, obstacle)}</p>`
    : html`<div class="actions">${postButton({ action, label: words.accept, weight: 'main' })}</div>`
}
${postButton({ action: `${action}/decline`, label: texts.invitation.decline, weight: 'plain', field: never })}`,
  })
}

/** @param count counted up to `MAX_COUNTED_SUBMISSIONS` */
function countSubmissions(language: Language, count: number): string {
  const words = textsIn(language).links.handOver
  return count < MAX_COUNTED_SUBMISSIONS
    ? words.submissions({ count })
    : words.manySubmissions({ count: formatCount(language, count) })
}

function describeObstacle(
  language: Language,
  obstacle: Exclude<HandOverObstacle, { kind: 'suspended' }>,
): string {
  const words = textsIn(language).links.handOver.obstacle
  switch (obstacle.kind) {
    case 'files':
      return words.files({ limit: formatBytes(language, obstacle.limit) })
    case 'key':
      return words.key
    case 'labels':
      return words.labels
    case 'form_suspended':
      return words.suspended
    case 'size':
      return words.size({ max: formatCount(language, MAX_MOVED_ROWS) })
  }
}

/** Renders the page of a form that was accepted: its owner has not confirmed yet. */
export function acceptedOfferPage({ base, language, holder }: Place & { holder: string }): string {
  const words = textsIn(language).links.handOver
  return titledPage({
    ...{ base, language, title: words.acceptedTitle },
    content: html`<p class="lead">${words.acceptedText({ holder })}</p>`,
  })
}

/** Renders the answer to "Decline". */
export function declinedOfferPage({ base, language }: Place): string {
  const words = textsIn(language).links.handOver
  return titledPage({
    ...{ base, language, title: words.declinedTitle },
    content: html`<p class="lead">${words.declinedText}</p>`,
  })
}

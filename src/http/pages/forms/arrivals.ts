import type { Arrivals } from '../../../domain/health/arrivals.ts'
import type { Finding } from '../../../domain/health/finding.ts'
import { type Texts, textsIn } from '../../../locales/texts.ts'
import { type Html, html, render } from '../../../markup/html.ts'
import { getTextDirection, type Language } from '../i18n/languages.ts'
import { code, inline } from '../prose.ts'

type Words = Texts['front']['start']['arrivals']

type Input = {
  base: string
  language: Language
  arrivals: Arrivals
  /** True if the claim email is kept in the embedded mailbox, so that it was not sent to anybody. */
  isKept: boolean
}

/** Renders the part of the start page that shows what has arrived; the script of the page replaces its content. */
export function arrivalsPart(input: Input & { url: string }): Html | null {
  const { arrivals, url } = input
  if (arrivals.hasArrived === null) return null
  return html`<section class="arrivals" role="status" data-live="${url}">
${content(input)}
</section>`
}

/** Renders the content of that part as a document, which the script of the page loads. */
export function arrivalsDocument(input: Input): string {
  const { language } = input
  return render(html`<!doctype html>
<html lang="${language}" dir="${getTextDirection(language)}">
<head><meta charset="utf-8"><title>${textsIn(language).front.start.arrivals.waiting.name}</title></head>
<body>
${content(input)}
</body>
</html>
`)
}

/** Two steps: the first message, and the claim. Each says what has happened, or what comes next. */
function content(input: Input): Html | null {
  const { language } = input
  const { hasArrived, details, isClaimed } = input.arrivals
  if (hasArrived === null) return null
  const words = textsIn(language).front.start.arrivals
  const state = hasArrived ? 'arrived' : details?.onlyRefused ? 'refused' : 'waiting'
  const { name, text } = words[state]
  const site = details?.siteHost ?? null
  const fields = details?.fields ?? []
  const notes = (details?.findings ?? []).flatMap((finding) => describe(words, finding) ?? [])
  return html`<div class="step">
<p class="signal ${state}"><strong>${name}</strong></p>
<p>${hasArrived && site !== null ? words.from.parts({ site: code(site) }) : text}</p>
${fields.length === 0 ? null : html`<p class="muted">${words.fields.parts({ names: listCode(fields) })}</p>`}${
  notes.length === 0
    ? null
    : html`
<h2>${words.notes}</h2>
<ul>
${notes.map((note) => html`<li>${note}</li>\n`)}</ul>`
}
</div>
<div class="step">
${isClaimed ? html`<p class="signal arrived"><strong>${textsIn(language).visitor.formInfo.state.claimed}</strong></p>` : claimStep(input)}
</div>`
}

/** Says how the form is claimed, and what became of the claim email. */
function claimStep({ base, language, isKept, arrivals: { hasArrived, details } }: Input): Html {
  const { arrivals: words, claim } = textsIn(language).front.start
  const { state, recipientHint } = details?.claimEmail ?? { state: null, recipientHint: '' }
  const hint = code(recipientHint)
  const name = html`<p class="signal ${hasArrived ? 'waiting' : 'later'}"><strong>${claim.title}</strong></p>\n`
  if (state === 'held')
    return html`${name}<p>${words.held.parts({ hint })}</p>
<p><a href="${base}/sign-in">${words.signIn}</a></p>`
  if (state === 'sent' && !isKept)
    return html`${name}<p>${words.emailed.parts({ hint })}</p>
<p>${claim.steps.open}</p>`
  return html`${name}<p>${hasArrived ? claim.arrived : claim.steps.email}</p>`
}

/** Describes a finding to somebody who builds the page; null for one that needs weeks of submissions. */
function describe(words: Words, finding: Finding): Html | null {
  switch (finding.code) {
    case 'expected_field_missing':
      return html`${words.expected.parts({ field: code(finding.field) })}`
    case 'inputs_without_name':
      return html`${inline(words.withoutName)}`
    case 'sent_by_get':
      return html`${inline(words.byGet)}`
    case 'wrong_origin':
      return html`${inline(words.wrongOrigin)}`
    case 'files_refused':
      return html`${inline(words.files)}`
    case 'no_email_field':
      return html`${inline(words.withoutEmail)}`
    case 'no_honeypot':
      return html`${inline(words.withoutHoneypot)}`
    case 'referrer_hidden':
      return html`${inline(words.hiddenPage)}`
    case 'all_refused':
    case 'repeats_in_spam':
    case 'field_missing':
    case 'silent':
      return null
  }
}

function listCode(names: readonly string[]): Html {
  return html`${names.map((name, index) => [index === 0 ? null : ', ', code(name)])}`
}

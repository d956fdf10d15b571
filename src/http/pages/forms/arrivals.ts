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
  return html`<section class="note arrivals" role="status" data-live="${url}">
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

function content(input: Input): Html | null {
  const { base, language, isKept } = input
  const { hasArrived, details } = input.arrivals
  if (hasArrived === null) return null
  const words = textsIn(language).front.start.arrivals
  const state = hasArrived ? 'arrived' : details?.onlyRefused ? 'refused' : 'waiting'
  const { name, text } = words[state]
  const site = details?.siteHost ?? null
  const fields = details?.fields ?? []
  const notes = (details?.findings ?? []).flatMap((finding) => describe(words, finding) ?? [])
  return html`<p class="signal ${state}"><strong>${name}</strong></p>
<p>${hasArrived && site !== null ? words.from.parts({ site: code(site) }) : text}</p>
${claimEmailNote({ base, words, isKept, claimEmail: details?.claimEmail ?? null })}${fields.length === 0 ? null : html`<p class="muted">${words.fields.parts({ names: listCode(fields) })}</p>`}
${
  notes.length === 0
    ? null
    : html`<h2>${words.notes}</h2>
<ul>
${notes.map((note) => html`<li>${note}</li>\n`)}</ul>`
}`
}

/** Says what became of the claim email; nothing while it is about to be sent. */
function claimEmailNote(input: {
  base: string
  words: Words
  isKept: boolean
  claimEmail: NonNullable<Arrivals['details']>['claimEmail']
}): Html | null {
  const { base, words, isKept, claimEmail } = input
  if (claimEmail === null) return null
  const hint = code(claimEmail.recipientHint)
  switch (claimEmail.state) {
    case 'queued':
      return null
    case 'sent':
      return isKept ? null : html`<p>${words.emailed.parts({ hint })}</p>\n`
    case 'held':
      return html`<p>${words.held.parts({ hint })}</p>
<p><a href="${base}/sign-in">${words.signIn}</a></p>\n`
  }
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

import type { Arrivals } from '../../../domain/health/arrivals.ts'
import type { Finding } from '../../../domain/health/finding.ts'
import { type Html, html, render } from '../../../markup/html.ts'
import type { FrontWords } from '../i18n/front-words.ts'
import { frontWordsIn, getTextDirection, type Language } from '../i18n/languages.ts'
import { marked } from '../prose.ts'

type Words = FrontWords['start']['arrivals']

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
<head><meta charset="utf-8"><title>${frontWordsIn(language).start.arrivals.waiting.name}</title></head>
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
  const words = frontWordsIn(language).start.arrivals
  const state = hasArrived ? 'arrived' : details?.onlyRefused ? 'refused' : 'waiting'
  const { name, text } = words[state]
  const site = details?.siteHost ?? null
  const fields = details?.fields ?? []
  const notes = (details?.findings ?? []).flatMap((finding) => describe(words, finding) ?? [])
  return html`<p class="signal ${state}"><strong>${name}</strong></p>
<p>${hasArrived && site !== null ? withCode(words.from(`\`${site}\``)) : text}</p>
${claimEmailNote({ base, words, isKept, claimEmail: details?.claimEmail ?? null })}${fields.length === 0 ? null : html`<p class="muted">${withCode(words.fields(fields.map((field) => `\`${field.replaceAll('`', '')}\``).join(', ')))}</p>`}
${
  notes.length === 0
    ? null
    : html`<h2>${words.notes}</h2>
<ul>
${notes.map((note) => html`<li>${withCode(note)}</li>\n`)}</ul>`
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
  const hint = `\`${claimEmail.recipientHint}\``
  switch (claimEmail.state) {
    case 'queued':
      return null
    case 'sent':
      return isKept ? null : html`<p>${withCode(words.emailed(hint))}</p>\n`
    case 'held':
      return html`<p>${withCode(words.held(hint))}</p>
<p><a href="${base}/sign-in">${words.signIn}</a></p>\n`
  }
}

/** Describes a finding to somebody who builds the page; null for one that needs weeks of submissions. */
function describe(words: Words, finding: Finding): string | null {
  switch (finding.code) {
    case 'expected_field_missing':
      return words.expected(`\`${finding.field.replaceAll('`', '')}\``)
    case 'inputs_without_name':
      return words.withoutName
    case 'sent_by_get':
      return words.byGet
    case 'wrong_origin':
      return words.wrongOrigin
    case 'files_refused':
      return words.files
    case 'no_email_field':
      return words.withoutEmail
    case 'no_honeypot':
      return words.withoutHoneypot
    case 'referrer_hidden':
      return words.hiddenPage
    case 'all_refused':
    case 'repeats_in_spam':
    case 'field_missing':
    case 'silent':
      return null
  }
}

function withCode(text: string): Html[] {
  return marked(text, (code) => html`<code dir="ltr">${code}</code>`)
}

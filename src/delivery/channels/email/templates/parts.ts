import { LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { type Html, html, type Part, render } from '../../../../markup/html.ts'
import type { Contents, Links, PrintedField } from './contents.ts'
import * as style from './html-style.ts'
import type { Facts, Messages } from './notice-contents.ts'
import { defang, splitAtLinks } from './submitted-text.ts'

const RULE = '-'.repeat(60)
/** Submitted lines are indented and ours are not, so no content can imitate a line of the email. */
export const NAME_INDENT = '  '
const VALUE_INDENT = '    '

/** Renders the email as plain text. Lines end in `\n`. */
export function textPart(contents: Contents): string {
  const { language, warning, omission, closing } = contents
  const show = contents.trust === 'confirmed' ? (text: string) => text : defang
  const above = [
    indent(contents.preview, NAME_INDENT),
    contents.heading,
    contents.opening,
    ...linksText(contents.top, language),
  ]
  const content = [
    warning,
    contents.facts.join('\n'),
    ...contents.fields.map((field) => fieldText(field, show)),
    contents.files?.text ?? null,
  ]
  const below = [omission, closing, ...linksText(contents.bottom, language), contents.imprint.join('\n')]
  return [above, content, below].map(paragraphs).join(`\n\n${RULE}\n\n`).concat('\n')
}

/** Prints a link below its label. */
export function linkText({ label, url }: { label: string; url: string }, language: Language): string {
  return `${label}${LANGUAGE_FACTS[language].colon.trimEnd()}\n${url}`
}

function linksText(links: Links | null, language: Language): (string | null)[] {
  if (!links) return []
  const { claim, open, stop, snooze, note } = links
  return [...[claim, open, stop, snooze].map((link) => link && linkText(link, language)), note]
}

function fieldText({ name, value, note }: PrintedField, show: (text: string) => string): string {
  const lines = [indent(show(name), NAME_INDENT), indent(show(value), VALUE_INDENT)]
  if (note !== null) lines.push(indent(note, VALUE_INDENT))
  return lines.join('\n')
}

/** Indents every line that is not empty. */
export function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by)
}

function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}

/** Renders the email as an HTML document. */
export function htmlPart(contents: Contents, subject: string): string {
  const card = html`${above(contents)}
${submitted(contents)}
${below(contents)}`
  const { language, preview, imprint } = contents
  return layout({ language, subject, preview }, { card, imprint })
}

function above({ heading, opening, facts, top }: Contents): Part {
  return [
    html`<h1 style="${style.HEADING}">${heading}</h1>`,
    top ? null : factLines(facts),
    opening === null ? null : html`<p style="${style.OPENING}">${opening}</p>`,
    top ? linkBlock(top) : null,
  ]
}

function submitted({ language, warning, facts, fields, files, omission, top, trust }: Contents): Html {
  const show = trust === 'confirmed' ? withLinks : (text: string) => joinLines(defang(text).split('\n'))
  return html`${warning === null ? null : rule()}
${warning === null ? null : edged(warning, language)}
${top ? factLines(facts) : null}
<dl class="fields" style="${style.FIELDS}">${fields.map((field) => fieldBlock(field, { language, show }))}</dl>
${omission === null ? null : note(omission)}
${files === null ? null : files.html}`
}

function below({ closing, bottom }: Contents): Part {
  if (closing === null && bottom === null) return null
  return [
    rule(),
    closing === null ? null : html`<p style="margin:0">${closing}</p>`,
    bottom ? linkBlock(bottom) : null,
  ]
}

function linkBlock({ claim, open, stop, snooze, note: text }: Links): Part {
  return [
    claim && button(claim),
    claim ? stop && plainLink(stop) : [open && plainLink(open), stop && quietLink(stop, snooze)],
    text === null ? null : note(text),
  ]
}

/** Renders a field without white space between the blocks: `pre-wrap` would show it. */
function fieldBlock(
  { name, value, note: missing }: PrintedField,
  { language, show }: { language: Language; show: (text: string) => Part },
): Html {
  const nameStyle = inDirection(language, style.FIELD_NAME)
  const valueStyle = inDirection(language, style.FIELD_VALUE)
  return html`<dt dir="auto" style="${nameStyle}">${defang(name)}</dt><dd dir="auto" style="${valueStyle}">${show(value)}</dd>${missing === null ? null : html`<dd class="muted" style="${style.NOTE}">${missing}</dd>`}`
}

function withLinks(text: string): Part {
  return splitAtLinks(text).map((run) =>
    run.href === null
      ? joinLines(run.text.split('\n'))
      : html`<a class="accent" href="${run.href}" rel="noopener noreferrer nofollow" style="${style.LINK}">${run.text}</a>`,
  )
}

function factLines(facts: readonly string[]): Html {
  return html`<p class="muted" style="${style.FACTS}">${joinLines(facts)}</p>`
}

/**
 * Renders the HTML document of an email: nothing remote, no images, no scripts. Its first line is the preview that mail
 * programs show beside the subject, and people see it too: filters punish hidden text.
 */
export function layout(
  head: { language: Language; subject: string; preview: string },
  email: { card: Part; imprint: readonly string[] },
): string {
  const { language } = head
  return render(html`<!doctype html>
<html lang="${language}" dir="${LANGUAGE_FACTS[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${head.subject}</title>
${style.SHEET}
</head>
<body class="paper" style="${style.BODY}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.LAYOUT}">
<tr><td class="edge" align="center" style="padding:32px 16px 48px">
<table role="presentation" class="ink" width="600" dir="${LANGUAGE_FACTS[language].direction}" cellpadding="0" cellspacing="0" border="0" style="${inDirection(language, style.COLUMN)}">
<tr><td class="ink" style="${style.PREVIEW}"><span class="bar" style="${inDirection(language, style.BAR)}"></span>${isolated(head.preview)}</td></tr>
<tr><td class="card ink" style="${style.CARD}">
${email.card}
</td></tr>
<tr><td class="muted" style="${style.IMPRINT}">${joinLines(email.imprint)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}

/** Mirrors a style for languages that are read from right to left; mail programs know no logical properties. */
export function inDirection(language: Language, rules: string): string {
  if (LANGUAGE_FACTS[language].direction === 'ltr') return rules
  return rules.replace(/left|right/g, (side) => (side === 'left' ? 'right' : 'left'))
}

/** Button for the main action of the email. */
export function button({ label, url }: { label: string; url: string }): Html {
  return html`<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td align="center" bgcolor="#0f766e" style="${style.BUTTON_CELL}"><a href="${url}" style="${style.BUTTON}">${label}</a></td></tr></table>`
}

/** Link for a secondary action. */
function plainLink({ label, url }: { label: string; url: string }): Html {
  return html`<p style="${style.STOP}"><a class="ink" href="${url}" style="${style.STOP_LINK}">${label}</a></p>`
}

/** Link that does not stand out, and perhaps a second one beside it. */
export function quietLink(
  { label, url }: { label: string; url: string },
  next?: { label: string; url: string } | null,
): Html {
  return next
    ? html`<p class="muted" style="${style.NOTE}"><a class="muted" href="${url}" style="${style.QUIET_LINK}">${label}</a> · <a class="muted" href="${next.url}" style="${style.QUIET_LINK}">${next.label}</a></p>`
    : html`<p style="${style.NOTE}"><a class="muted" href="${url}" style="${style.QUIET_LINK}">${label}</a></p>`
}

/** Table with names on the left and values on the right. */
export function factTable({ facts }: Facts, language: Language): Html {
  const nameStyle = inDirection(language, style.FACT_NAME)
  const valueStyle = inDirection(language, style.FACT_VALUE)
  const rows = facts.map(
    ({ name, value, aside }) =>
      html`<tr><th class="name muted line" scope="row" style="${nameStyle}">${name}</th><td class="line" style="${valueStyle}"><b dir="auto">${value}</b>${aside === null ? null : html` <span class="muted" style="${style.FACT_ASIDE}">${aside}</span>`}</td></tr>`,
  )
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.FACT_TABLE}">${rows}</table>`
}

/** Table of messages, each below its date. */
export function messageTable(messages: Messages['messages']): Html {
  const rows = messages.map(
    ({ date, text, links = [] }) =>
      html`<tr><td class="line" style="${style.MESSAGE}"><span class="muted" style="${style.MESSAGE_DATE}">${date}</span><br>${isolated(text)}${links.map((link, index) => html`${index === 0 ? html`<br>` : ' · '}<a class="muted" href="${link.url}" style="${style.MESSAGE_LINK}">${link.label}</a>`)}</td></tr>`,
  )
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.FACT_TABLE}">${rows}</table>`
}

/** Text whose direction does not change that of the text around it. Most mail programs remove `bdi`. */
export function isolated(text: Part): Html {
  return html`<span dir="auto">${text}</span>`
}

/** Paragraph with a line at its side: a table, because Outlook keeps distances only within cells. */
function edged(text: string, language: Language): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.WARNING_TABLE}"><tr><td class="edged" style="${inDirection(language, style.WARNING)}">${text}</td></tr></table>`
}

/** Paragraph in small print. */
export function note(text: string): Html {
  return html`<p class="muted" style="${style.NOTE}">${text}</p>`
}

/** Horizontal rule. */
export function rule(): Html {
  return html`<hr class="line" style="${style.RULE}">`
}

/** Joins lines within a paragraph. */
function joinLines(lines: readonly string[]): Part {
  return lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))
}

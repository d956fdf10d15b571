import type { Contents, Links } from './contents.ts'
import { breakLinks } from './defang.ts'
import { type Html, html, type Part, render } from './html.ts'
import * as style from './html-style.ts'
import { splitAtLinks } from './linked-text.ts'
import type { PrintedField } from './printed-fields.ts'
import { NAMELESS, NOTHING, shortenedBy } from './sentences.ts'

/** The letter as one HTML document: nothing remote, no images, no scripts. */
export function htmlPart(contents: Contents, head: { subject: string; sender: string }): string {
  return render(html`<!doctype html>
<html lang="en" dir="ltr">
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
<div dir="auto" style="${style.PREVIEW}">${contents.preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.PAPER}">
<tr><td class="edge" align="center" style="padding:32px 16px 48px">
<table role="presentation" class="ink" width="600" cellpadding="0" cellspacing="0" border="0" style="${style.COLUMN}">
<tr><td class="ink" style="${style.WORDMARK}"><span class="bar" style="${style.WORDMARK_BAR}"></span>${head.sender}</td></tr>
<tr><td class="card ink" style="${style.CARD}">
${above(contents)}
${submitted(contents)}
${below(contents)}
</td></tr>
<tr><td class="muted" style="${style.IMPRINT}">${joinLines(contents.imprint)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}

function above({ heading, opening, facts, top }: Contents): Part {
  return [
    html`<h1 style="${style.HEADING}">${heading}</h1>`,
    top ? null : factsLine(facts),
    opening === null ? null : html`<p style="${style.OPENING}">${opening}</p>`,
    top ? linkBlock(top) : null,
  ]
}

function submitted({ warning, facts, fields, omission, top, trust }: Contents): Html {
  const show = trust === 'claimed' ? withLinks : (text: string) => joinLines(breakLinks(text).split('\n'))
  return html`${warning === null ? null : rule()}
${warning === null ? null : html`<p class="edged" style="${style.WARNING}">${warning}</p>`}
${top ? factsLine(facts) : null}
<dl class="fields" style="${style.FIELDS}">${fields.map((field) => fieldBlock(field, show))}</dl>
${omission === null ? null : note(omission)}`
}

function below({ closing, bottom }: Contents): Part {
  if (closing === null && bottom === null) return null
  return [
    rule(),
    closing === null ? null : html`<p style="margin:0">${closing}</p>`,
    bottom ? linkBlock(bottom) : null,
  ]
}

function linkBlock({ claim, stop, note: text }: Links): Part {
  return [
    claim &&
      html`<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td align="center" bgcolor="#0f766e" style="${style.BUTTON_CELL}"><a href="${claim.url}" style="${style.BUTTON}">${claim.label}</a></td></tr></table>`,
    claim
      ? html`<p style="${style.STOP}"><a class="ink" href="${stop.url}" style="${style.STOP_LINK}">${stop.label}</a></p>`
      : html`<p style="${style.NOTE}"><a class="muted" href="${stop.url}" style="${style.QUIET_LINK}">${stop.label}</a></p>`,
    text === null ? null : note(text),
  ]
}

/** No white space between the blocks: `pre-wrap` would show it. */
function fieldBlock({ name, value }: PrintedField, show: (text: string) => Part): Html {
  const left = value.charactersLeftOut
  return html`<dt dir="auto" style="${style.FIELD_NAME}">${breakLinks(name || NAMELESS)}</dt><dd dir="auto" style="${style.FIELD_VALUE}">${value.shown === '' ? html`<span class="muted" style="${style.NOTHING}">${NOTHING}</span>` : show(value.shown)}</dd>${left > 0 ? html`<dd class="muted" style="${style.NOTE}">${shortenedBy(left)}</dd>` : null}`
}

function withLinks(text: string): Part {
  return splitAtLinks(text).map((run) =>
    run.href === null
      ? joinLines(run.text.split('\n'))
      : html`<a class="accent" href="${run.href}" rel="noopener noreferrer nofollow" style="${style.LINK}">${run.text}</a>`,
  )
}

function factsLine(facts: readonly string[]): Html {
  return html`<p class="muted" style="${style.FACTS}">${facts.map((fact, index) => html`${index === 0 ? null : html`<span class="dot"> · </span>`}<span class="fact">${fact}</span>`)}</p>`
}

function note(text: string): Html {
  return html`<p class="muted" style="${style.NOTE}">${text}</p>`
}

function rule(): Html {
  return html`<hr class="line" style="${style.RULE}">`
}

function joinLines(lines: readonly string[]): Part {
  return lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))
}

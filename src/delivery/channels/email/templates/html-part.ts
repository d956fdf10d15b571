import type { Language } from '../../../../domain/language.ts'
import { type Html, html, type Part } from '../../../../markup/html.ts'
import type { Contents, Links, PrintedField } from './contents.ts'
import { defang } from './defang.ts'
import { button, inDirection, joinLines, layout, note, plainLink, quietLink, rule } from './html-layout.ts'
import * as style from './html-style.ts'
import { splitAtLinks } from './linked-text.ts'

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
    top ? null : factsLine(facts),
    opening === null ? null : html`<p style="${style.OPENING}">${opening}</p>`,
    top ? linkBlock(top) : null,
  ]
}

function submitted({ language, warning, facts, fields, omission, top, trust }: Contents): Html {
  const show = trust === 'confirmed' ? withLinks : (text: string) => joinLines(defang(text).split('\n'))
  return html`${warning === null ? null : rule()}
${warning === null ? null : html`<p class="edged" style="${inDirection(language, style.WARNING)}">${warning}</p>`}
${top ? factsLine(facts) : null}
<dl class="fields" style="${style.FIELDS}">${fields.map((field) => fieldBlock(field, { language, show }))}</dl>
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

function linkBlock({ claim, open, stop, note: text }: Links): Part {
  return [
    claim && button(claim),
    claim ? stop && plainLink(stop) : [open && plainLink(open), stop && quietLink(stop)],
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

function factsLine(facts: readonly string[]): Html {
  return html`<p class="muted" style="${style.FACTS}">${facts.map((fact, index) => html`${index === 0 ? null : html`<span class="dot"> · </span>`}<span class="fact">${fact}</span>`)}</p>`
}

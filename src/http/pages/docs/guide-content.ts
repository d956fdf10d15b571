import { CLIENT_PATH, WRITTEN_BASE } from '../../../domain/client-command.ts'
import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { type Block, toPlainText } from './markdown.ts'

/** A heading that a link can point to. */
export type Anchor = { id: string; title: string }

/** Surroundings of a guide. */
export type GuidePlace = {
  /** Base URL of the instance, which replaces the one that the examples are written with. */
  base: string
  /** Returns the URL of a link's target; null when it has no page. */
  resolve(target: string): string | null
}

/** Languages whose examples call this instance; the others are configuration of the machine it runs on. */
export const CALLS: readonly string[] = ['sh', 'js', 'html', 'text']
const CODE_NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  html: 'HTML',
  json: 'JSON',
  nginx: 'nginx',
  ini: 'systemd unit',
  text: 'Text',
}
/** Inline code that names one of our own pages becomes a link to it. */
const OWN_PAGE = /^\/(?:docs(?:\/[\w-]+){0,2}|llms\.txt|openapi\.json|sign-in|app)$/
/** Inline code that names a guide as a file of the source code becomes a link to it, too. */
const GUIDE_FILE = /^docs\/([\w-]+\.md)$/
/** A table is shown row by row when it has this many columns and most of its rows have a longer cell. */
const MIN_WORDY_COLUMNS = 4
const MAX_CELL_LENGTH = 60
const INLINE = /`([^`]+)`|(?<!!)\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*/g

/** Renders the blocks of a guide. Headings are links to themselves. */
export function guideContent(blocks: readonly Block[], place: GuidePlace): Html[] {
  return blocks.map((block) => renderBlock(block, place))
}

/** Lists the sections of a guide. */
export function listAnchors(blocks: readonly Block[]): Anchor[] {
  return blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2
      ? [{ id: toAnchor(block.text), title: toPlainText(block.text) }]
      : [],
  )
}

/** Returns the id of a heading, which is the one that hosts of repositories give it. */
export function toAnchor(heading: string): string {
  return toPlainText(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Renders a heading that links to itself. */
export function linkedHeading(heading: { level: number; id: string; text: Html | Html[] | string }): Html {
  const { level, id, text } = heading
  const link = html`<a href="#${id}">${text}</a>`
  return level === 2 ? html`<h2 id="${id}">${link}</h2>\n` : html`<h3 id="${id}">${link}</h3>\n`
}

function renderBlock(block: Block, place: GuidePlace): Html {
  switch (block.kind) {
    case 'heading':
      return renderHeading(block, place)
    case 'paragraph':
      return html`<p>${renderInline(block.text, place)}</p>\n`
    case 'code':
      return renderCode(block, place.base)
    case 'list':
      return renderList(block, place)
    case 'table':
      return renderTable(block, place)
  }
}

function renderHeading({ level, text }: Block & { kind: 'heading' }, place: GuidePlace): Html {
  if (level === 1) return html`<h1>${renderInline(text, place)}</h1>\n`
  return linkedHeading({ level, id: toAnchor(text), text: renderInline(text, { ...place, resolve: noLink }) })
}

/** Resolves nothing: a link cannot contain another link. */
function noLink(): null {
  return null
}

function renderCode({ language, text }: Block & { kind: 'code' }, base: string): Html {
  const shown = CALLS.includes(language) ? text.replaceAll(WRITTEN_BASE, base) : text
  return html`${snippet({ language: 'en', heading: CODE_NAMES[language] ?? 'Configuration', text: shown })}\n`
}

function renderList({ ordered, items }: Block & { kind: 'list' }, place: GuidePlace): Html {
  const list = items.map((item) => html`<li>${guideContent(item, place)}</li>\n`)
  return ordered ? html`<ol>\n${list}</ol>\n` : html`<ul>\n${list}</ul>\n`
}

function renderTable(table: Block & { kind: 'table' }, place: GuidePlace): Html {
  const { head, rows } = table
  if (isWordy(table)) return renderRows(table, place)
  return html`<div class="table" tabindex="0" role="group" aria-label="Table: ${toPlainText(head.join(', '))}"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${renderInline(cell, place)}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${row.map((cell) => html`<td>${renderInline(cell, place)}</td>`)}</tr>
`,
)}</tbody>
</table></div>
`
}

/** Returns true for a table whose columns would be too narrow for its sentences. */
function isWordy({ head, rows }: Block & { kind: 'table' }): boolean {
  const wordy = rows.filter((row) => row.some((cell) => cell.length > MAX_CELL_LENGTH))
  return head.length >= MIN_WORDY_COLUMNS && wordy.length > rows.length / 2
}

/** Renders the rows of a table one below the other: its first two cells, then the others under their names. */
function renderRows({ head, rows }: Block & { kind: 'table' }, place: GuidePlace): Html {
  return html`<dl class="rows">
${rows.map(
  ([name = '', text = '', ...others]) => html`<div>
<dt>${renderInline(name, place)}</dt>
<dd>${renderInline(text, place)}</dd>
${others.map((cell, index) => html`<dd><span>${head[index + 2] ?? ''}:</span> ${renderInline(cell, place)}</dd>\n`)}</div>
`,
)}</dl>
`
}

/** Puts the address of this instance into that of its client, where a sentence names it. */
export function nameThisClient(text: string, { base }: { base: string }): string {
  return text.replaceAll(WRITTEN_BASE + CLIENT_PATH, base + CLIENT_PATH)
}

/** Renders inline code, links and bold text; everything else as it is. */
function renderInline(text: string, place: GuidePlace): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [found, code, label, target, bold] = match
    parts.push(html`${text.slice(end, match.index)}`)
    end = match.index + found.length
    if (code !== undefined) parts.push(renderInlineCode(code, place))
    else if (bold !== undefined) parts.push(html`<strong>${renderInline(bold, place)}</strong>`)
    else parts.push(renderLink(label ?? '', place.resolve(target ?? ''), place))
  }
  return [...parts, html`${text.slice(end)}`]
}

function renderInlineCode(code: string, place: GuidePlace): Html {
  const shown = html`<code>${nameThisClient(code, place)}</code>`
  const target = OWN_PAGE.test(code) ? code : GUIDE_FILE.exec(code)?.[1]
  const url = target === undefined ? null : place.resolve(target)
  return url === null ? shown : html`<a href="${url}">${shown}</a>`
}

function renderLink(label: string, url: string | null, place: GuidePlace): Html {
  const text = renderInline(label, { ...place, resolve: noLink })
  return url === null ? html`${text}` : html`<a href="${url}">${text}</a>`
}

import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { getLine, getParts, isHeading, type Node, parseMarkdown, toPlainText } from './parse-markdown.ts'

/** A heading that a link can point to. */
export type Anchor = { id: string; title: string }

/** The content of a page, and its sections. */
export type Rendered = { content: Html; anchors: Anchor[] }

/** Returns the URL of a link's target; null when it has no page. */
export type Resolve = (target: string) => string | null

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
/** Methods and the path of an operation. */
const ROUTE = /^([A-Z]+(?: [A-Z]+)*) (\/.*)$/
/** A table is shown row by row when it has this many columns and most of its rows have a longer cell. */
const MIN_WORDY_COLUMNS = 4
const MAX_CELL_LENGTH = 60

/** Renders a guide. Headings are links to themselves. */
export function guideHtml(text: string, resolve: Resolve): Rendered {
  const blocks = parseMarkdown(text)
  return {
    content: html`${blocks.map((block) => renderBlock(block, resolve))}`,
    anchors: listAnchors(blocks),
  }
}

/** Lists the sections of a page. */
export function listAnchors(blocks: readonly Node[]): Anchor[] {
  const sections = blocks.filter((block) => isHeading(block, 2)).map((block) => toPlainText(getParts(block)))
  return sections.map((title) => ({ id: toAnchor(title), title }))
}

/** Renders a heading that links to itself. */
export function linkedHeading(heading: Node, { id, resolve }: { id?: string; resolve: Resolve }): Html {
  const parts = getParts(heading)
  const [only, ...others] = parts
  const level = Number(heading.tag.slice(1))
  if (level === 1) return html`<h1>${renderParts(parts, resolve)}</h1>\n`
  if (level === 3 && only?.type === 'link' && others.length === 0)
    return html`<h3>${renderParts(parts, resolve)}</h3>\n`
  const anchor = id ?? toAnchor(toPlainText(parts))
  const link = html`<a href="#${anchor}">${renderParts(parts, noLink)}</a>`
  return level === 2 ? html`<h2 id="${anchor}">${link}</h2>\n` : html`<h3 id="${anchor}">${link}</h3>\n`
}

/** Renders a block, and all blocks that it contains. */
export function renderBlock(block: Node, resolve: Resolve): Html {
  switch (block.type) {
    case 'heading':
      return linkedHeading(block, { resolve })
    case 'fence':
      return html`${figure(block)}\n`
    case 'bullet_list':
      return isContents(block) ? renderContents(block, resolve) : html`<ul>\n${items(block, resolve)}</ul>\n`
    case 'ordered_list':
      return html`<ol>\n${items(block, resolve)}</ol>\n`
    case 'table':
      return renderTable(block, resolve)
    default:
      return html`<p>${renderParts(getParts(block), resolve)}</p>\n`
  }
}

/** Renders text to copy under the title that the fence gives it, else the name of its language. */
export function figure(fence: Node, answer?: Node): Html {
  const [language = '', ...title] = fence.info.split(' ')
  const heading = title.join(' ') || (CODE_NAMES[language] ?? 'Configuration')
  const text = toText(fence)
  return snippet({ language: 'en', heading, text, ...(answer ? { answer: toText(answer) } : {}) })
}

/** Renders the parts of a line: inline code, links and bold text. */
export function renderParts(parts: readonly Node[], resolve: Resolve): Html[] {
  return parts.map((part) => {
    switch (part.type) {
      case 'code_inline':
        return renderCode(part.content, resolve)
      case 'strong':
        return html`<strong>${renderParts(part.children, resolve)}</strong>`
      case 'em':
        // Not used within a line, where a star is a star.
        return html`${part.markup}${renderParts(part.children, resolve)}${part.markup}`
      case 'link':
        return renderLink(part, resolve)
      case 'image':
        return html`![${part.content}]`
      default:
        return html`${part.content}`
    }
  })
}

/** Renders the methods and the path of an operation. */
export function renderRoute(route: string): Html {
  const [, methods = '', path = ''] = ROUTE.exec(route) ?? []
  return html`<code class="route"><b>${methods}</b> ${path}</code>`
}

/** Returns true for the parts of a line that begins with the methods and the path of an operation. */
export function beginsWithRoute([first]: readonly Node[]): boolean {
  return first?.type === 'code_inline' && ROUTE.test(first.content)
}

/** Resolves nothing: a link cannot contain another link. */
function noLink(): null {
  return null
}

/** Returns the id of a heading, which is the one that hosts of repositories give it. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function toText({ content }: Node): string {
  return content.replace(/\n$/, '')
}

function items(list: Node, resolve: Resolve): Html[] {
  return list.children.map(
    ({ children }) => html`<li>${children.map((block) => renderBlock(block, resolve))}</li>\n`,
  )
}

/** Returns true for a list of operations: each item is a route and a link to what it does. */
function isContents(list: Node): boolean {
  return list.children.every(({ children: [line] }) => {
    const parts = line ? getParts(line) : []
    return beginsWithRoute(parts) && parts.at(-1)?.type === 'link'
  })
}

function renderContents(list: Node, resolve: Resolve): Html {
  const entries = list.children.flatMap(({ children: [line] }) => (line ? [getParts(line)] : []))
  return html`<ul class="contents">
${entries.map((parts) => {
  const link = parts.at(-1)
  const summary = html`<span>${renderParts(link?.children ?? [], noLink)}</span>`
  return html`<li><a href="${resolve(link?.href ?? '') ?? ''}">${summary}${renderRoute(parts[0]?.content ?? '')}</a></li>\n`
})}</ul>
`
}

function renderTable(table: Node, resolve: Resolve): Html {
  const [head = [], ...rows] = table.children.flatMap((part) => part.children.map((row) => row.children))
  const wordy = rows.filter((row) => row.some((cell) => getLine(cell).length > MAX_CELL_LENGTH))
  // Columns would be too narrow for sentences.
  if (head.length >= MIN_WORDY_COLUMNS && wordy.length > rows.length / 2)
    return renderRows({ head, rows, resolve })
  const cells = (row: readonly Node[]) => row.map((cell) => renderParts(getParts(cell), resolve))
  const label = head.map((cell) => toPlainText(getParts(cell))).join(', ')
  return html`<div class="table" tabindex="0" role="group" aria-label="Table: ${label}"><table>
<thead><tr>${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>
`
}

/** Renders the rows of a table one below the other: its first two cells, then the others under their names. */
function renderRows({ head, rows, resolve }: { head: Node[]; rows: Node[][]; resolve: Resolve }): Html {
  return html`<dl class="rows">
${rows.map((row) => {
  const [name, text, ...others] = row.map((cell) => renderParts(getParts(cell), resolve))
  const labels = head.slice(2).map(getLine)
  return html`<div>
<dt>${name ?? null}</dt>
<dd>${text ?? null}</dd>
${others.map((cell, index) => html`<dd><span>${labels[index] ?? ''}:</span> ${cell}</dd>\n`)}</div>
`
})}</dl>
`
}

function renderCode(code: string, resolve: Resolve): Html {
  const shown = html`<code>${code}</code>`
  const target = OWN_PAGE.test(code) ? code : GUIDE_FILE.exec(code)?.[1]
  const url = target === undefined ? null : resolve(target)
  return url === null ? shown : html`<a href="${url}">${shown}</a>`
}

function renderLink({ href, children }: Node, resolve: Resolve): Html {
  const text = renderParts(children, noLink)
  const url = resolve(href)
  return url === null ? html`${text}` : html`<a href="${url}">${text}</a>`
}

import { type Html, html } from '../../../markup/html.ts'
import { snippet } from '../forms/snippets.ts'
import { translateExample } from './example-languages.ts'
import { getLevel, getParts, type Node, parseMarkdown, toPlainText } from './parse-markdown.ts'
import { ANSWER, toOperationAnchor } from './reference-source.ts'
import { toSchemaAnchor } from './schema-fields.ts'

/** A heading that a link can point to. */
export type Anchor = { id: string; title: string }

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
const OWN_PAGE = /^\/(?:docs(?:\/[\w-]+){0,2}|llms\.txt|openapi\.json|sign-in|app)$/
const GUIDE_FILE = /^docs\/([\w-]+\.md)$/
/** Status and code of an error. */
const ERROR = /^[45]\d\d (\w+)$/
/** Methods and the path of an operation. */
const ROUTE = /^([A-Z]+(?: [A-Z]+)*) (\/.*)$/
/** A table is shown row by row when it has this many columns and most of its rows have a longer cell. */
const MIN_WORDY_COLUMNS = 4
const MAX_CELL_LENGTH = 60

/**
 * Renders the Markdown of a page. Headings are links to themselves.
 *
 * @param options.folds folds what is below each heading of level 3, as the API reference has it
 * @returns the content, and the sections that the menu lists: those that are no operations
 */
export function pageHtml(
  text: string,
  { resolve, folds }: { resolve: Resolve; folds: boolean },
): { content: Html; anchors: Anchor[] } {
  const blocks = parseMarkdown(text)
  const sections = blocks.filter((block, index) => getLevel(block) === 2 && !findRoute(blocks[index + 1]))
  const anchors = sections.map((heading) => toPlainText(getParts(heading)))
  return {
    content: html`${folds ? renderFolded(blocks, resolve) : renderBlocks(blocks, resolve)}`,
    anchors: anchors.map((title) => ({ id: toAnchor(title), title })),
  }
}

/** Renders blocks; each heading of level 3 unfolds what is below it. One that is code alone is the name of a schema. */
function renderFolded(blocks: readonly Node[], resolve: Resolve): Html[] {
  const parts: Node[][] = [[]]
  for (const block of blocks) {
    if ((getLevel(block) ?? 4) <= 3) parts.push([block])
    else parts.at(-1)?.push(block)
  }
  return parts.map((part) => {
    const [heading, ...content] = part
    if (!heading || getLevel(heading) !== 3) return html`${renderBlocks(part, resolve)}`
    const [name, ...others] = getParts(heading)
    const isSchema = name?.token.type === 'code_inline' && others.length === 0
    return html`<details>
<summary>${renderLine(heading, resolve)}</summary>
<div${isSchema ? html` id="${toSchemaAnchor(name.token.content)}"` : null}>
${renderBlocks(content, resolve)}</div>
</details>
`
  })
}

/** Renders blocks, and all that they contain. */
function renderBlocks(blocks: readonly Node[], resolve: Resolve): Html[] {
  return blocks.map((block, index) => {
    const { token, children } = block
    const next = blocks[index + 1]
    switch (token.type) {
      case 'heading_open':
        return renderHeading(block, { route: findRoute(next), resolve })
      case 'fence':
        return isAnswer(block) ? html`` : figure(block, next && isAnswer(next) ? next : null)
      case 'bullet_list_open':
        return html`<ul${isContents(children) ? html` class="contents"` : null}>\n${renderBlocks(children, resolve)}</ul>\n`
      case 'ordered_list_open':
        return html`<ol>\n${renderBlocks(children, resolve)}</ol>\n`
      case 'list_item_open':
        return html`<li>${renderBlocks(children, resolve)}</li>\n`
      case 'table_open':
        return renderTable(block, resolve)
      default:
        // The line of an item in a list without empty lines.
        return token.hidden ? renderLine(block, resolve) : html`<p>${renderLine(block, resolve)}</p>\n`
    }
  })
}

/** Renders a heading that links to itself. One of an operation has its address. */
function renderHeading(heading: Node, { route, resolve }: { route: string | null; resolve: Resolve }): Html {
  const parts = getParts(heading)
  const level = getLevel(heading)
  // Headings within folded parts occur more than once on a page, and one that is a link leads to another.
  if (level === 4 || parts.every(({ token }) => token.type === 'link_open'))
    return html`<h3>${renderParts(parts, resolve)}</h3>\n`
  const anchor = route === null ? toAnchor(toPlainText(parts)) : toOperationAnchor(route)
  const link = html`<a href="#${anchor}">${renderParts(parts, noLink)}</a>`
  return level === 2 ? html`<h2 id="${anchor}">${link}</h2>\n` : html`<h3 id="${anchor}">${link}</h3>\n`
}

/** Returns the methods and the path of an operation, when a block begins with it; otherwise null. */
export function findRoute(block: Node | undefined): string | null {
  const [first] = block?.token.type === 'paragraph_open' ? getParts(block) : []
  return first?.token.type === 'code_inline' && ROUTE.test(first.token.content) ? first.token.content : null
}

/** Returns true for a list of operations, each of which begins with its route. */
function isContents(items: readonly Node[]): boolean {
  return items.every(({ children: [line] }) => findRoute(line) !== null)
}

function isAnswer({ token }: Node): boolean {
  return token.type === 'fence' && token.info.endsWith(` ${ANSWER}`)
}

/** Renders text to copy under the title that the fence gives it, else the name of its language. */
function figure({ token }: Node, answer: Node | null): Html {
  const [language = '', ...title] = token.info.split(' ')
  const heading = title.join(' ') || (CODE_NAMES[language] ?? 'Configuration')
  const toText = ({ content }: Node['token']) => content.replace(/\n$/, '')
  const text = toText(token)
  const shown = {
    language: 'en',
    heading,
    text,
    translated: language === 'sh' ? translateExample(text) : [],
  } as const
  return html`${snippet(answer === null ? shown : { ...shown, answer: toText(answer.token) })}\n`
}

function renderTable(table: Node, resolve: Resolve): Html {
  const [head = [], ...rows] = table.children.flatMap((part) => part.children.map((row) => row.children))
  const isLong = (cell: Node) => (cell.children[0]?.token.content.length ?? 0) > MAX_CELL_LENGTH
  const wordy = rows.filter((row) => row.some(isLong))
  // Columns would be too narrow for sentences.
  if (head.length >= MIN_WORDY_COLUMNS && wordy.length > rows.length / 2)
    return renderRows({ head, rows, resolve })
  const label = head.map((cell) => toPlainText(getParts(cell))).join(', ')
  return html`<div class="table" tabindex="0" role="group" aria-label="Table: ${label}"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${renderLine(cell, resolve)}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${renderLine(cell, resolve)}</td>`)}</tr>\n`)}</tbody>
</table></div>
`
}

/** Renders the rows of a table one below the other: its first two cells, then the others under their names. */
function renderRows({ head, rows, resolve }: { head: Node[]; rows: Node[][]; resolve: Resolve }): Html {
  return html`<dl class="rows">
${rows.map((row) => {
  const [name, text, ...others] = row.map((cell) => renderLine(cell, resolve))
  const labels = head.slice(2).map((cell) => toPlainText(getParts(cell)))
  return html`<div>
<dt>${name ?? null}</dt>
<dd>${text ?? null}</dd>
${others.map((cell, index) => html`<dd><span>${labels[index] ?? ''}:</span> ${cell}</dd>\n`)}</div>
`
})}</dl>
`
}

function renderLine(block: Node, resolve: Resolve): Html {
  return html`${renderParts(getParts(block), resolve)}`
}

/** Renders the parts of a line: inline code, links, bold and emphasized text. */
function renderParts(parts: readonly Node[], resolve: Resolve): Html[] {
  return parts.map(({ token, children }) => {
    switch (token.type) {
      case 'code_inline':
        return renderCode(token.content, resolve)
      case 'strong_open':
        return html`<strong>${renderParts(children, resolve)}</strong>`
      case 'em_open':
        return html`<em>${renderParts(children, resolve)}</em>`
      case 'link_open': {
        const url = resolve(String(token.attrGet('href')))
        const text = renderParts(children, noLink)
        return url === null ? html`${text}` : html`<a href="${url}">${text}</a>`
      }
      case 'image':
        return html`![${token.content}]`
      default:
        return html`${token.content}`
    }
  })
}

/** Renders inline code, as a link when it names something that has a page; the methods of an operation stand out. */
function renderCode(code: string, resolve: Resolve): Html {
  const [, methods, path = ''] = ROUTE.exec(code) ?? []
  if (methods !== undefined) return html`<code class="route"><b>${methods}</b> ${path}</code>`
  const target = findTarget(code)
  const url = target === null ? null : resolve(target)
  return url === null ? html`<code>${code}</code>` : html`<a href="${url}"><code>${code}</code></a>`
}

/** Returns the target of inline code that names one of our own pages, a guide as a file of the source code, or an error. */
function findTarget(code: string): string | null {
  if (OWN_PAGE.test(code)) return code
  const [, error] = ERROR.exec(code) ?? []
  return error === undefined ? (GUIDE_FILE.exec(code)?.[1] ?? null) : `errors.md#${error}`
}

/** Resolves nothing: a link cannot contain another link. */
function noLink(): null {
  return null
}

/** Returns the id of a heading, which is the one that hosts of repositories give it. */
export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

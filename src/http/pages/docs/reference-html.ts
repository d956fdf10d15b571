import { type Html, html } from '../../../markup/html.ts'
import {
  beginsWithRoute,
  figure,
  linkedHeading,
  type Rendered,
  type Resolve,
  renderBlock,
  renderParts,
  renderRoute,
} from './guide-html.ts'
import {
  getLine,
  getParts,
  isHeading,
  type Node,
  parseLine,
  parseMarkdown,
  toPlainText,
} from './parse-markdown.ts'
import { ANSWER, SCHEMAS, toOperationAnchor, toSchemaAnchor } from './reference-source.ts'

/** A property or parameter: its name, its type, and a description if it has one. */
const FIELD = /^`([^`]+)` \((.+?)\)(?:: (.+))?$/s
/** An error: status, code and message. */
const REFUSAL = /^`(\d{3}) (\w+)`: (.+)$/s

/** Renders a page of the API reference, as `tagSource` writes it: below each operation, everything else is folded. */
export function referenceHtml(text: string, resolve: Resolve): Rendered {
  const [head = [], ...sections] = splitAt(2, parseMarkdown(text))
  const hasSchemas = isSchemas(sections.at(-1) ?? [])
  return {
    content: html`${renderHead(head, resolve)}${sections.map((section) => renderSection(section, resolve))}`,
    anchors: hasSchemas ? [{ id: 'schemas', title: SCHEMAS }] : [],
  }
}

/** Splits blocks before each heading of this level. The first part has none. */
function splitAt(level: number, blocks: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]]
  for (const block of blocks) {
    if (isHeading(block, level)) parts.push([block])
    else parts.at(-1)?.push(block)
  }
  return parts
}

function isSchemas([heading]: readonly Node[]): boolean {
  return heading !== undefined && getLine(heading) === SCHEMAS
}

function renderHead([heading, ...blocks]: readonly Node[], resolve: Resolve): Html {
  const [, title = '', group = ''] =
    /^(.+) \((.+)\)$/.exec(heading ? toPlainText(getParts(heading)) : '') ?? []
  const lead = blocks.filter(({ type }) => type === 'paragraph')
  const contents = blocks.filter(({ type }) => type !== 'paragraph')
  return html`<p class="kicker">${group}</p>
<h1>${title}</h1>
<div class="lead">${lead.map((block) => renderBlock(block, resolve))}</div>
${contents.map((block) => renderBlock(block, resolve))}`
}

function renderSection(section: readonly Node[], resolve: Resolve): Html {
  const [[heading, ...blocks] = [], ...folded] = splitAt(3, section)
  if (!heading) return html``
  if (isSchemas(section))
    return html`${linkedHeading(heading, { resolve })}${folded.map((part) => renderSchema(part, resolve))}`
  const route = blocks.map(getParts).find(beginsWithRoute)?.[0]?.content ?? ''
  const id = toOperationAnchor(route)
  return html`<section class="operation" aria-labelledby="${id}">
${linkedHeading(heading, { id, resolve })}${renderBlocks(blocks, resolve)}
${folded.map((part) => renderFolded(part, resolve))}</section>
`
}

function renderSchema([heading, ...blocks]: readonly Node[], resolve: Resolve): Html {
  const name = heading ? toPlainText(getParts(heading)) : ''
  return html`<details>
<summary><code>${name}</code></summary>
<div id="${toSchemaAnchor(name)}">${renderBlocks(blocks, resolve)}</div>
</details>
`
}

/** Renders the request, the responses or the errors of an operation. Responses are told apart by their statuses. */
function renderFolded([heading, ...blocks]: readonly Node[], resolve: Resolve): Html {
  const [first = [], ...parts] = splitAt(4, blocks)
  const rendered = parts.map(([title, ...content]) => ({
    title: title ? renderParts(getParts(title), resolve) : [],
    content: renderBlocks(content, resolve),
  }))
  const isByStatus = parts.some(([title]) => title && getParts(title)[0]?.type === 'code_inline')
  return html`<details>
<summary>${heading ? renderParts(getParts(heading), resolve) : null}</summary>
${renderBlocks(first, resolve)}${
  isByStatus
    ? html`<dl class="responses">
${rendered.map(({ title, content }) => html`<div>\n<dt>${title}</dt>\n<dd>${content}</dd>\n</div>\n`)}</dl>\n`
    : rendered.map(({ title, content }) => html`<h3>${title}</h3>\n${content}`)
}</details>
`
}

function renderBlocks(blocks: readonly Node[], resolve: Resolve): Html[] {
  return blocks.map((block, index) => {
    const [first, ...others] = getParts(block)
    if (block.type === 'paragraph' && others.length === 0) {
      if (first?.type === 'em') return html`<p class="muted">${renderParts(first.children, resolve)}</p>\n`
      if (first && beginsWithRoute([first])) return html`<p>${renderRoute(first.content)}</p>\n`
      if (first?.type === 'code_inline') return html`<p class="kicker">${renderParts([first], resolve)}</p>\n`
    }
    if (block.type === 'fence') {
      if (isAnswer(block)) return html``
      const next = blocks[index + 1]
      return html`${figure(block, next && isAnswer(next) ? next : undefined)}\n`
    }
    return block.type === 'bullet_list' ? renderFields(block, resolve) : renderBlock(block, resolve)
  })
}

/** Returns true for the response to the command above it. */
function isAnswer({ type, info }: Node): boolean {
  return type === 'fence' && info.endsWith(` ${ANSWER}`)
}

/** Renders a list of properties, of parameters or of errors. */
function renderFields(list: Node, resolve: Resolve): Html {
  const lines = list.children.map(({ children: [line] }) => (line ? getLine(line) : ''))
  const show = (line = '') => renderParts(parseLine(line), resolve)
  if (lines.every((line) => REFUSAL.test(line))) {
    return html`<dl class="responses">
${lines.map((line) => {
  const [, status = '', code = '', message] = REFUSAL.exec(line) ?? []
  const link = html`<a href="${resolve(`errors.md#${code}`) ?? ''}"><code>${code}</code></a>`
  return html`<div>\n<dt><code>${status}</code></dt>\n<dd><p>${link} ${show(message)}</p></dd>\n</div>\n`
})}</dl>
`
  }
  if (!lines.every((line) => FIELD.test(line))) return renderBlock(list, resolve)
  return html`<dl class="fields">
${lines.map((line) => {
  const [, name = '', type, description] = FIELD.exec(line) ?? []
  return html`<div>\n<dt><code>${name}</code> <span>${show(type)}</span></dt>\n<dd>${show(description)}</dd>\n</div>\n`
})}</dl>
`
}

import { findRoute, toAnchor } from './page-html.ts'
import { getLevel, getParts, type Node, parseMarkdown, toPlainText } from './parse-markdown.ts'
import { toOperationAnchor } from './reference-source.ts'

/** A part of a page below a heading that a link can point to. `id` and `title` are empty for what is above the first one. */
export type PageSection = { id: string; title: string; text: string }

/**
 * Returns the text of a page, without marks, by its headings.
 *
 * @param options.folds what is below the headings of level 3 is folded, and left out: most of it is schemas
 */
export function pageSections(source: string, { folds }: { folds: boolean }): PageSection[] {
  const blocks = parseMarkdown(source)
  const sections: PageSection[] = [{ id: '', title: '', text: '' }]
  let isFolded = false
  blocks.forEach((block, index) => {
    const section = sections.at(-1)
    const level = getLevel(block)
    if (level !== null) isFolded = folds && level > 2
    if (isTarget(block, folds)) {
      const title = toPlainText(getParts(block))
      const route = findRoute(blocks[index + 1])
      sections.push({ id: route === null ? toAnchor(title) : toOperationAnchor(route), title, text: '' })
    } else if (section && !isFolded) section.text = `${section.text} ${toText(block)}`.trim()
  })
  return sections.filter(({ title, text }) => title !== '' || text !== '')
}

/** Returns true for a heading that has an address of its own. One that is a link leads to another page. */
function isTarget(block: Node, folds: boolean): boolean {
  const level = getLevel(block)
  return (
    (level === 2 || (level === 3 && !folds)) &&
    !getParts(block).every(({ token }) => token.type === 'link_open')
  )
}

function toText({ token, children }: Node): string {
  if (token.type === 'inline') return toPlainText(children)
  const text = token.type === 'fence' ? token.content : children.map(toText).join(' ')
  return text.replaceAll(/\s+/g, ' ').trim()
}

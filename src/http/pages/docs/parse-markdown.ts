import markdownIt, { type Token } from 'markdown-it'

/** A block or a part of a line, and what it contains. */
export type Node = { token: Token; children: Node[] }

/**
 * Constructs that the pages show, and pictures, which they do not. `test/http/docs/docs-pages.test.ts` fails when a guide
 * uses any that they do not show.
 */
const CONSTRUCTS = ['heading', 'fence', 'list', 'table', 'backticks', 'link', 'image', 'emphasis', 'escape']

const parser = markdownIt('zero').enable(CONSTRUCTS)

/** Parses Markdown into blocks. Markup in it is text. */
export function parseMarkdown(text: string): Node[] {
  return toTree(parser.parse(text, {}))
}

/** Returns the parts of the line of a heading, a paragraph or a cell. */
export function getParts({ children: [line] }: Node): Node[] {
  return line?.children ?? []
}

/** Returns text without marks. */
export function toPlainText(nodes: readonly Node[]): string {
  return nodes
    .map(({ token, children }) => (children.length > 0 ? toPlainText(children) : token.content))
    .join('')
}

/** Returns the level of a heading; null for another block. */
export function getLevel({ token }: Node): number | null {
  return token.type === 'heading_open' ? Number(token.tag.slice(1)) : null
}

/** Nests tokens, of which markdown-it marks the beginning and the end. */
function toTree(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting === -1) open.pop()
    else {
      const node = { token, children: toTree(token.children ?? []) }
      open.at(-1)?.push(node)
      if (token.nesting === 1) open.push(node.children)
    }
  }
  return root
}

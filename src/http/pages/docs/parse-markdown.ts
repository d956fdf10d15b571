import markdownIt, { type Token } from 'markdown-it'

/** A block or a part of a line: its type as markdown-it names it, without `_open`, and what it contains. */
export type Node = Pick<Token, 'content' | 'info' | 'markup' | 'tag'> & {
  type: string
  href: string
  children: Node[]
}

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

/** Parses a line into the parts that it consists of. */
export function parseLine(text: string): Node[] {
  return parser.parseInline(text, {}).flatMap(({ children }) => toTree(children ?? []))
}

/** Returns the line of a heading, a paragraph or a cell as it was written. */
export function getLine({ children: [line] }: Node): string {
  return line?.content ?? ''
}

/** Returns the parts of the line of a heading, a paragraph or a cell. */
export function getParts({ children: [line] }: Node): Node[] {
  return line?.children ?? []
}

/** Returns text without marks. */
export function toPlainText(nodes: readonly Node[]): string {
  return nodes
    .map(({ content, children }) => (children.length > 0 ? toPlainText(children) : content))
    .join('')
}

/** Returns true for a heading of this level. */
export function isHeading(node: Node | undefined, level: number): boolean {
  return node?.type === 'heading' && node.tag === `h${level}`
}

/** Nests tokens, of which markdown-it marks the beginning and the end. */
function toTree(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting === -1) open.pop()
    else {
      const node = toNode(token)
      open.at(-1)?.push(node)
      if (token.nesting === 1) open.push(node.children)
    }
  }
  return root
}

function toNode(token: Token): Node {
  const { type, content, info, markup, tag, children } = token
  const href = String(token.attrGet('href') ?? '')
  return {
    type: type.replace(/_open$/, ''),
    content,
    info,
    markup,
    tag,
    href,
    children: toTree(children ?? []),
  }
}

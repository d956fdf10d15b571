/** A block of a guide. Text of blocks may contain inline code, links and bold text. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: string[]; rows: string[][] }

/** A block and the index of the line after it. A comment and a blank line are no block. */
type Read = { block: Block | null; end: number }

const HEADING = /^(#{1,3}) (.+)$/
const FENCE = /^```(\w*)$/
const ITEM = /^(?:- |\d+\. )/
const COMMENT = /^<!--.*-->$/
const BEGINS_BLOCK = [HEADING, FENCE, ITEM, COMMENT, /^\|/]

/**
 * Parses the Markdown that the guides in `docs/` use: headings, paragraphs, lists, tables, fenced code and comments of one
 * line. `test/http/docs/docs-pages.test.ts` fails when a guide uses anything else.
 */
export function parseMarkdown(text: string): Block[] {
  return parseBlocks(text.split('\n'))
}

/** Returns text without the marks of inline code, links and bold text. */
export function toPlainText(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1').replaceAll(/`|\*\*/g, '')
}

function parseBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const { block, end } = readBlock(lines, at)
    if (block) blocks.push(block)
    at = end
  }
  return blocks
}

function readBlock(lines: readonly string[], start: number): Read {
  const line = lines[start] ?? ''
  if (isBlank(line) || COMMENT.test(line)) return { block: null, end: start + 1 }
  const [, marks = '', text = ''] = HEADING.exec(line) ?? []
  if (marks !== '') return { block: { kind: 'heading', level: marks.length, text }, end: start + 1 }
  if (FENCE.test(line)) return readCode(lines, start)
  if (line.startsWith('|')) return readTable(lines, start)
  if (ITEM.test(line)) return readList(lines, start)
  return readParagraph(lines, start)
}

function readCode(lines: readonly string[], start: number): Read {
  const [, language = ''] = FENCE.exec(lines[start] ?? '') ?? []
  const closing = lines.indexOf('```', start + 1)
  const end = closing === -1 ? lines.length : closing
  return { block: { kind: 'code', language, text: lines.slice(start + 1, end).join('\n') }, end: end + 1 }
}

function readTable(lines: readonly string[], start: number): Read {
  const end = findEnd(lines, start, (line) => line.startsWith('|'))
  const [head = [], , ...rows] = lines.slice(start, end).map(splitCells)
  return { block: { kind: 'table', head, rows }, end }
}

/** Splits a row at the bars that are not escaped. */
function splitCells(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Reads items of one kind. What belongs to an item is indented as far as its text. */
function readList(lines: readonly string[], start: number): Read {
  const ordered = /^\d/.test(lines[start] ?? '')
  const items: Block[][] = []
  let at = start
  while (at < lines.length) {
    const [marker = ''] = ITEM.exec(lines[at] ?? '') ?? []
    if (marker === '' || /^\d/.test(marker) !== ordered) break
    const indent = ' '.repeat(marker.length)
    const end = findEnd(lines, at + 1, (line, index) => {
      if (!isBlank(line)) return line.startsWith(indent)
      const next = lines.slice(index).find((later) => !isBlank(later))
      return next?.startsWith(indent) ?? false
    })
    items.push(parseBlocks(lines.slice(at, end).map((line) => line.slice(marker.length))))
    at = end
  }
  return { block: { kind: 'list', ordered, items }, end: at }
}

function readParagraph(lines: readonly string[], start: number): Read {
  const end = findEnd(
    lines,
    start + 1,
    (line) => !isBlank(line) && !BEGINS_BLOCK.some((beginning) => beginning.test(line)),
  )
  return { block: { kind: 'paragraph', text: lines.slice(start, end).join('\n') }, end }
}

/** Returns the index of the first line from `start` on that does not belong. */
function findEnd(
  lines: readonly string[],
  start: number,
  belongs: (line: string, index: number) => boolean,
): number {
  const found = lines.findIndex((line, index) => index >= start && !belongs(line, index))
  return found === -1 ? lines.length : found
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}

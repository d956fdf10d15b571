const MARKDOWN = Symbol('markdown')

/** Safe Markdown (CommonMark). Only this module creates it, so submitted text can never be taken for it. */
export type Markdown = { readonly [MARKDOWN]: string }

/** Value in a template: text is escaped, Markdown is kept, lists are joined, null renders nothing. */
export type MarkdownPart = Markdown | string | number | null | readonly MarkdownPart[]

/** Characters that are, or begin, markup anywhere in a line: code, emphasis, links, images, HTML, entities, tables, math. */
const MARKS = /[!#$&*<>@[\\\]^_`{|}~]/g
/** Text that is a list, a heading or a rule only at the beginning of a line. */
const LINE_BEGINNING = /^(?:[-+=]|\d{1,9}[.)])/
/** The part of a URL without which programs that link bare URLs do not see one (GFM, "Autolinks (extension)"). */
const LINKED = /(?<=www)\.|(?<=mailto|xmpp):|:(?=\/)/gi
/** Characters that end a line or change its direction, and all other controls. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/**
 * Creates Markdown. Interpolated text becomes one line in which nothing is markup, a link included; use `codeSpan` and
 * `codeBlock` for what has to be copied.
 */
export function markdown(literals: TemplateStringsArray, ...parts: MarkdownPart[]): Markdown {
  const text = literals.reduce(
    (before, literal, index) => before + toText(parts[index - 1] ?? null) + literal,
  )
  return { [MARKDOWN]: text }
}

/** Returns Markdown as text. */
export function renderMarkdown(content: Markdown): string {
  return content[MARKDOWN]
}

/** Takes over text that we have written ourselves as Markdown, such as a guide. Never for anything submitted. */
export function ownMarkdown(text: string): Markdown {
  return { [MARKDOWN]: text }
}

/** Renders text on one line as inline code. */
export function codeSpan(text: string): Markdown {
  const line = toLine(text)
  const fence = '`'.repeat(longestRun(line) + 1)
  // One space at both ends is dropped, and lets the text begin or end with a backtick.
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return { [MARKDOWN]: line === '' ? '' : `${fence}${padding}${line}${padding}${fence}` }
}

/**
 * Renders text, which may have several lines, as a fenced block, with an empty line before and after it.
 *
 * @param title heading of the block, after the language
 */
export function codeBlock(language: 'sh' | 'json' | 'html' | 'text', text: string, title = ''): Markdown {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const info = `${language} ${toLine(title).replaceAll('`', '')}`.trim()
  return { [MARKDOWN]: `\n${fence}${info}\n${text}\n${fence}\n` }
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function toText(part: MarkdownPart): string {
  if (part === null) return ''
  if (typeof part === 'string') return escapeText(part)
  if (typeof part === 'number') return String(part)
  return isMarkdown(part) ? part[MARKDOWN] : part.map(toText).join('')
}

function escapeText(text: string): string {
  const escaped = toLine(text).replaceAll(MARKS, '\\$&').replaceAll(LINKED, '\\$&')
  return escaped.replace(LINE_BEGINNING, (beginning) => `${beginning.slice(0, -1)}\\${beginning.slice(-1)}`)
}

function isMarkdown(part: Markdown | readonly MarkdownPart[]): part is Markdown {
  return MARKDOWN in part
}

function toLine(text: string): string {
  return text.replaceAll(NOT_IN_A_LINE, ' ').trim()
}

const MARKUP = Symbol('markup')

/** Finished markup. Only the `html` tag makes it, so nothing that was submitted can pose as it. */
export type Html = { readonly [MARKUP]: string }

/** What may stand in a template: text is escaped, markup and lists are kept, null is nothing. */
export type Part = Html | string | number | null | readonly Part[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * The one door to markup, of pages and of emails: every interpolated text is escaped so that it is inert between tags
 * and inside quoted attribute values. Unquoted attributes, tag names and the inside of script and style are no place
 * for a part. The scheme of an address is not checked here.
 */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const text = literals.reduce(
    (before, literal, index) => before + markup(parts[index - 1] ?? null) + literal,
  )
  return { [MARKUP]: text }
}

/** The markup as text, to be sent. */
export function render(page: Html): string {
  return page[MARKUP]
}

function markup(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escapeText(part)
  if (typeof part === 'number') return String(part)
  return isHtml(part) ? part[MARKUP] : part.map(markup).join('')
}

function isHtml(part: Html | readonly Part[]): part is Html {
  return MARKUP in part
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const MARKUP = Symbol('markup')

/** Safe markup. Only the `html` tag creates it, so submitted text can never be taken for it. */
export type Html = { readonly [MARKUP]: string }

/** Value in a template: text is escaped, markup is kept, lists are joined, null renders nothing. */
export type Part = Html | string | number | null | readonly Part[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Creates the markup of pages and emails. Interpolated text is escaped for use between tags and inside quoted attribute
 * values. Never interpolate into unquoted attributes, tag names, scripts or styles. URL schemes are not checked here.
 */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const text = literals.reduce(
    (before, literal, index) => before + markup(parts[index - 1] ?? null) + literal,
  )
  return { [MARKUP]: text }
}

/** Returns markup as text. */
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

const MARKUP = Symbol('markup')

/** Finished markup. Only the `html` tag makes it, so nothing that was submitted can pose as it. */
export type Html = { readonly [MARKUP]: string }

/** What may stand in a template: text is escaped, markup and lists of parts are kept, null is nothing. */
export type Part = Html | string | null | readonly Part[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * The one door to markup in letters: interpolated text is inert between tags and inside quoted attribute
 * values. No part belongs into an unquoted attribute, a tag name, a style sheet, or an address whose scheme
 * somebody else chose.
 */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = literals.map((literal, index) => literal + markupOf(parts[index] ?? null))
  return { [MARKUP]: pieces.join('') }
}

/** The markup as text, to be sent. */
export function render(document: Html): string {
  return document[MARKUP]
}

function markupOf(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
  return isMarkup(part) ? part[MARKUP] : part.map(markupOf).join('')
}

function isMarkup(part: Html | readonly Part[]): part is Html {
  return MARKUP in part
}

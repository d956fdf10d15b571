const MARKUP = Symbol('markup')

/** A piece of HTML that the tag has made: the only thing that is not escaped when it is put into another. */
export type Html = { readonly [MARKUP]: string }

/** Template tag: everything put in is escaped for text and for double-quoted attributes, unless the tag made it. */
export function html(literals: TemplateStringsArray, ...parts: (string | Html | readonly Html[])[]): Html {
  return { [MARKUP]: String.raw({ raw: literals }, ...parts.map(markupOf)) }
}

export function render(piece: Html): string {
  return piece[MARKUP]
}

function markupOf(part: string | Html | readonly Html[]): string {
  if (typeof part === 'string') return escaped(part)
  if (MARKUP in part) return part[MARKUP]
  return part.map(render).join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

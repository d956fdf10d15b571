const REPLACEMENT = '\uFFFD'

/**
 * The text as every database can hold and show it: NUL, which PostgreSQL refuses, and lone surrogates, which
 * UTF-8 cannot write, become U+FFFD.
 */
export function cleanText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text
  return text.toWellFormed().replaceAll('\0', REPLACEMENT)
}

const REPLACEMENT = '\uFFFD'
/** Characters of a field's name that a refusal repeats. */
const SHOWN_NAME_LENGTH = 128

/**
 * The text as every database can hold and show it: NUL, which PostgreSQL refuses, and lone surrogates, which
 * UTF-8 cannot write, become U+FFFD.
 */
export function cleanText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text
  return text.toWellFormed().replaceAll('\0', REPLACEMENT)
}

/** The name of a field as a refusal repeats it: its beginning, clean. */
export function shownName(name: string): string {
  return cleanText(name.slice(0, SHOWN_NAME_LENGTH))
}

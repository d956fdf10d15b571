const REPLACEMENT = '\uFFFD'
/** Maximum length of a field name in a refusal, in characters. */
const SHOWN_NAME_LENGTH = 128

/**
 * Returns text that every database can store: NUL, which PostgreSQL refuses, and lone surrogates, which UTF-8 cannot
 * encode, become U+FFFD.
 */
export function cleanText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text
  return text.toWellFormed().replaceAll('\0', REPLACEMENT)
}

/** Returns the beginning of a field name, cleaned, for a refusal. */
export function truncateName(name: string): string {
  return cleanText(name.slice(0, SHOWN_NAME_LENGTH))
}

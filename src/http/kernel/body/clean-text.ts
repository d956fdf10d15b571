const REPLACEMENT = '\uFFFD'
/** Maximum length of a field name in a refusal, in characters. */
const SHOWN_NAME_LENGTH = 128

/**
 * Returns text that every database can store: NUL, which PostgreSQL refuses, and lone surrogates, which UTF-8 cannot
 * encode, become U+FFFD.
 */
export function cleanText(text: string): string {
  return replaceNul(text.isWellFormed() ? text : text.toWellFormed())
}

/** Does the same for text that was decoded from bytes, which contains no lone surrogates. */
export function replaceNul(text: string): string {
  return text.replaceAll('\0', REPLACEMENT)
}

/** Returns the beginning of a field name, cleaned, for a refusal. */
export function truncateName(name: string): string {
  return cleanText(name.slice(0, SHOWN_NAME_LENGTH))
}

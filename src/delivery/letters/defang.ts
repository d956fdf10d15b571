/** Not seen and not joining: mail programs that make links of what looks like an address do not look through it. */
const BREAK = '\u200b'

/** Addresses as the text part shows them while nobody has claimed: readable, and not clickable. */
export function defangText(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]{0,31}):\/\//gi, '$1[:]//')
    .replace(/\bwww\./gi, 'www[.]')
    .replace(/\b(mailto|tel|javascript|data|sms):/gi, '$1[:]')
}

/**
 * The same for the HTML part. Mail programs also link bare host names and mail addresses, so every dot and @ between
 * two letters gets a zero-width break: it reads the same and leads nowhere.
 */
export function defangMarkup(text: string): string {
  return defangText(text).replace(/(?<=[\p{L}\p{N}_-])([.@])(?=[\p{L}\p{N}_-])/gu, `${BREAK}$1${BREAK}`)
}

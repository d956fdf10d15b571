const LETTER = /[\p{L}\p{N}]/u
const MARKS = /\p{M}/gu
const TERM = /(?:[^\s":]+:)?(?:"([^"]*)"|([^\s"]+))/g
/** Filters of the search that are not words of a text. */
const NO_WORD = /^(?:is|after|before):/i

/** Returns the words of a search query: those after a field name, and phrases as a whole. */
export function toSearchWords(q: string | undefined): string[] {
  const found = [...(q ?? '').matchAll(TERM)].filter(([whole]) => !NO_WORD.test(whole))
  return found
    .map(([whole, phrase, word]) => fold(phrase ?? word ?? whole).trim())
    .filter((word) => word !== '')
}

/** Splits a text into parts that were searched for and others. */
export function splitAtWords(
  text: string,
  words: readonly string[],
): { part: string; found: boolean; at: number }[] {
  const letters = Array.from(text)
  const folded = letters.map(fold)
  const parts: { part: string; found: boolean; at: number }[] = []
  let from = 0
  for (let at = 0; at < letters.length; ) {
    const begins = LETTER.test(letters[at] ?? '') && !LETTER.test(letters[at - 1] ?? ' ')
    const length = begins ? Math.max(0, ...words.map((word) => lengthOfMatch(folded, { at, word }))) : 0
    if (length > 0) {
      if (at > from) parts.push({ part: letters.slice(from, at).join(''), found: false, at: from })
      parts.push({ part: letters.slice(at, at + length).join(''), found: true, at })
      from = at + length
    }
    at += Math.max(1, length)
  }
  if (from < letters.length) parts.push({ part: letters.slice(from).join(''), found: false, at: from })
  return parts
}

/** Returns how many letters the word covers here; 0 if it is another one. */
function lengthOfMatch(folded: readonly string[], { at, word }: { at: number; word: string }): number {
  let seen = ''
  for (let end = at; end < folded.length; end += 1) {
    seen += folded[end]
    if (seen.startsWith(word)) return end - at + 1
    if (!word.startsWith(seen)) return 0
  }
  return 0
}

function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase()
}

import { toSearchWords } from '../../controls/search-words.ts'

/** Scripts in which words are not apart, or begin with an article. */
const WITHIN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Arabic}]/u

/** Returns true if every word begins a word of the text, or in scripts without spaces is a part of one. */
export function matches(text: string, words: readonly string[]): boolean {
  const own = toSearchWords(text)
  return words.every((word) => {
    const isWithin = WITHIN.test(word)
    return own.some((one) => (isWithin ? one.includes(word) : one.startsWith(word)))
  })
}

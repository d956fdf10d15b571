import { Fragment } from 'react'
import { splitAtWords } from './search-words.ts'

/** Text with the found words marked, where they begin a word; case and accents are ignored. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return splitAtWords(text, words).map(({ part, found, at }) =>
    found ? (
      <mark key={at} className="rounded-sm bg-mark text-ink">
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

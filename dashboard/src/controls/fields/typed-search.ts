import { useEffect, useRef, useState } from 'react'

/** So that a word is asked for once, not letter by letter. */
const TYPING_MS = 300

/**
 * Text that is searched for as soon as whoever types it pauses. Where `q` is changed by something else, a link or the way
 * back, the text follows.
 */
export function useTypedSearch(q: string | undefined, onSearch: (q: string | undefined) => void) {
  const asked = q ?? ''
  const [text, setText] = useState(asked)
  const [shown, setShown] = useState(asked)
  if (shown !== asked) {
    setShown(asked)
    if (text.trim() !== asked) setText(asked)
  }
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === asked) return
    const timer = setTimeout(() => search.current(wanted || undefined), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, asked])
  return { text, setText, searchNow: () => search.current(text.trim() || undefined) }
}

import { useEffect, useRef, useState } from 'react'

/** Debounces the search while typing. */
const TYPING_MS = 300

/**
 * Search text, applied when typing pauses. The text follows a `q` that changes elsewhere, by a link or the back
 * button.
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

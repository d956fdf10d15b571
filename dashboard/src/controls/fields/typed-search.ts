import { useEffect, useEffectEvent, useState } from 'react'

/** Debounces the search while typing. */
const TYPING_MS = 300

/**
 * Search text, applied when typing pauses. The text follows a `q` that changes elsewhere, by a link or the back
 * button.
 */
export function useTypedSearch(q: string | undefined, onSearch: (q: string | undefined) => void) {
  const applied = q ?? ''
  const [text, setText] = useState(applied)
  const [shown, setShown] = useState(applied)
  if (shown !== applied) {
    setShown(applied)
    if (text.trim() !== applied) setText(applied)
  }
  const onPause = useEffectEvent(onSearch)
  useEffect(() => {
    const typed = text.trim()
    if (typed === applied) return
    const timer = setTimeout(() => onPause(typed || undefined), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, applied])
  return { text, setText, searchNow: () => onSearch(text.trim() || undefined) }
}

import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const ONE_IN_INBOX = /(\/inbox)\/.*$/

/**
 * Moves lost focus to the content after a navigation, so that Tab continues there. The inbox manages its own
 * focus.
 *
 * @param id of the content element
 */
export function useFocusOnNewScreen(id: string): void {
  const screen = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.pathname.replace(ONE_IN_INBOX, '$1'),
  })
  const before = useRef(screen)
  useEffect(() => {
    const isFirst = before.current === undefined
    before.current = screen
    if (isFirst || document.activeElement !== document.body) return
    document.getElementById(id)?.focus({ preventScroll: true })
  }, [screen, id])
}

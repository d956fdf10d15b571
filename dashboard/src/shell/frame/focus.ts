import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const ONE_IN_INBOX = /(\/inbox)\/.*$/

/**
 * Where the focus goes when what had it left with the screen before: to the content, so that Tab goes on there and not
 * at the top of the page. The inbox, which is one screen with what is open in it, sees to its own.
 *
 * @param id of the content
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

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { useUnread } from '../../api/submissions/submissions.ts'

/** Later than the first screen and its data. */
const RENEWAL_DELAY_MS = 4_000

/** Opens what a clicked notification is about, keeps the badge of the installed app, and renews the subscription of this browser. */
export function useNotifications(): void {
  useOpenedNotifications()
  useAppBadge()
  useRenewal()
}

/** A click on a notification sends its path to the tab that is open. */
function useOpenedNotifications(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent) => {
      if (data?.kind === 'open' && typeof data.path === 'string') void navigate({ href: data.path })
    }
    serviceWorker?.addEventListener('message', open)
    return () => serviceWorker?.removeEventListener('message', open)
  }, [navigate])
}

function useAppBadge(): void {
  const { data: unread } = useUnread()
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return
    // Refused where the dashboard is not installed: every other fault is shown.
    const shown = unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread)
    shown.catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error
    })
  }, [unread])
}

function useRenewal(): void {
  const email = useMe().data?.email
  useEffect(() => {
    if (email === undefined) return
    const timer = setTimeout(async () => {
      const file = await import('./renew-notifications.ts').catch((error: unknown) => {
        // Without a network the browser throws this; the next opening renews it.
        if (error instanceof TypeError) return null
        throw error
      })
      await file?.renewNotifications(email)
    }, RENEWAL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [email])
}

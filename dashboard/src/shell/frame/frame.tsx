import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { OfflineBanner } from '../../controls/feedback/offline-banner.tsx'
import { type Shortcut, shortcutsNow, useShortcuts } from '../../keyboard/shortcuts.ts'
import { FileExports } from '../file-export.tsx'
import { useLiveRefresh } from '../fresh-answers.ts'
import { StepUp } from '../step-up/step-up.tsx'
import { useFocusOnNewScreen } from './focus.ts'
import { FootNavigation, SideNavigation, TopBar } from './navigation.tsx'
import { PLACES } from './places.ts'
import { useTitleNow } from './title.ts'
import { UnconfirmedBanner } from './unconfirmed-banner.tsx'

const CONTENT = 'content'
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
)

/** Frame around every screen: navigation, shortcuts, live updates. */
export function Frame() {
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null)
  const navigate = useNavigate()
  const help = () => setListed(shortcutsNow())
  useShortcuts([
    ...PLACES.map(({ to, label, keys }): Shortcut => {
      return { keys, does: `Go to ${label}`, group: 'Everywhere', run: () => navigate({ to }) }
    }),
    { keys: '?', does: 'Keyboard shortcuts', group: 'Everywhere', run: help },
  ])
  useLiveRefresh()
  useFocusOnNewScreen(CONTENT)
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href={`#${CONTENT}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to the content
      </a>
      <SideNavigation onHelp={help} />
      <TopBar onHelp={help} />
      <div className="flex min-w-0 flex-col max-md:min-h-[calc(100dvh-3.5rem)] max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))]">
        <OfflineBanner />
        <UnconfirmedBanner />
        <FileExports>
          <main id={CONTENT} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <Outlet />
          </main>
        </FileExports>
      </div>
      <FootNavigation />
      <Announcement />
      <StepUp />
      {listed === null ? null : (
        <Suspense>
          <ShortcutsDialog open onClose={() => setListed(null)} shortcuts={listed} />
        </Suspense>
      )}
    </div>
  )
}

function Announcement() {
  return (
    <p role="status" className="sr-only">
      {useTitleNow()}
    </p>
  )
}

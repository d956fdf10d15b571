import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { leave } from '../../api/client/call.ts'
import { useReconnected } from '../../api/client/connection.ts'
import { useListKeys } from '../../keyboard/list-keys.ts'
import { usePaletteKey } from '../../keyboard/palette-key.ts'
import { type Shortcut, shortcutsNow, useShortcuts } from '../../keyboard/shortcuts.ts'
import { chooseLanguage, direction, readLanguage } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { FileExports } from '../file-export.tsx'
import { useLiveRefresh } from '../fresh-answers.ts'
import { lazyPart, preloadParts } from '../lazy-part.tsx'
import { useNotifications } from '../notifications/use-notifications.ts'
import { StepUp } from '../step-up/step-up.tsx'
import { Banners } from './banners.tsx'
import { useFocusOnNewScreen } from './focus.ts'
import { FootNavigation, SideNavigation, TopBar } from './navigation.tsx'
import { useOtherPlaces, useSettingsPlaces, useWorkPlaces } from './other-places.ts'
import { useTitleNow } from './title.ts'

const CONTENT = 'content'
const ShortcutsDialog = lazyPart(
  () => import('./shortcuts-dialog.tsx').then((file) => file.ShortcutsDialog),
  null,
)
/** Later than the first screen and its data. */
const PRELOAD_DELAY_MS = 3_000

type PaletteProps = { open: boolean; onClose: () => void; onHelp: () => void }

/** Frame around every screen: navigation, shortcuts, live updates. */
export function Frame({ palette: Palette }: { palette: ComponentType<PaletteProps> }) {
  const [searching, setSearching] = useState(false)
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null)
  const navigate = useNavigate()
  const places = [...useWorkPlaces(), ...useOtherPlaces(), ...useSettingsPlaces()]
  const help = () => setListed(shortcutsNow())
  useShortcuts([
    ...places.map(({ to, label, keys }): Shortcut => {
      return {
        keys,
        does: t('shell.shortcuts.goTo', { place: t(label) }),
        group: 'everywhere',
        run: () => navigate({ to }),
      }
    }),
    { keys: '?', does: t('shell.shortcuts.title'), group: 'everywhere', run: help },
  ])
  const find = () => setSearching(true)
  usePaletteKey(find)
  useListKeys()
  useLiveRefresh()
  useNotifications()
  usePreloadedParts()
  useFocusOnNewScreen(CONTENT)
  useOneAccount()
  useOwnLanguage()
  return (
    <DirectionProvider direction={direction}>
      <div className="min-h-dvh [--bar:3.5rem] short:[--bar:2.75rem] md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <a
          href={`#${CONTENT}`}
          className="fixed start-2 top-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
        >
          {t('shell.nav.skip')}
        </a>
        <SideNavigation onHelp={help} onFind={find} />
        <TopBar onHelp={help} onFind={find} />
        <div className="flex min-w-0 flex-col max-md:min-h-[calc(100dvh-var(--bar))] max-md:pb-[calc(var(--bar)+env(safe-area-inset-bottom))]">
          <Banners />
          <FileExports>
            <main id={CONTENT} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
              <Outlet />
            </main>
          </FileExports>
        </div>
        <FootNavigation />
        <Announcement />
        <StepUp />
        {searching ? <Palette open onClose={() => setSearching(false)} onHelp={help} /> : null}
        {listed === null ? null : <ShortcutsDialog open onClose={() => setListed(null)} shortcuts={listed} />}
      </div>
    </DirectionProvider>
  )
}

/** Loads the page again once the session acts in another account, as another tab told it to. */
function useOneAccount(): void {
  const email = useMe().data?.email
  const first = useRef(email)
  useEffect(() => {
    if (email === undefined) return
    first.current ??= email
    if (first.current !== email) leave('/app')
  }, [email])
}

/** Shows the language that the person has chosen, in a new browser too; a choice elsewhere applies with the next load. */
function useOwnLanguage(): void {
  const chosen = useMe().data?.language
  const isAdopted = useRef(false)
  useEffect(() => {
    if (chosen === undefined || isAdopted.current) return
    isAdopted.current = true
    // An older page may not know it.
    chooseLanguage(readLanguage(chosen))
  }, [chosen])
}

/** Loads the parts of all screens once the first one is there, also after a time without the service. */
function usePreloadedParts(): void {
  useReconnected(preloadParts)
  useEffect(() => {
    const timer = setTimeout(preloadParts, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}

function Announcement() {
  return (
    <p role="status" className="sr-only">
      {useTitleNow()}
    </p>
  )
}

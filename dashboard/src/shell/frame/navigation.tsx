import { Link, useLocation } from '@tanstack/react-router'
import { Fragment, type ReactNode, Suspense } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { formatUnread, useUnread } from '../../api/submissions/submissions.ts'
import { Icon } from '../../controls/icon.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { Menu, MenuLink } from '../../controls/overlays/menu.tsx'
import { PALETTE_KEYS } from '../../keyboard/palette-key.ts'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../lazy-part.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useOtherPlaces, useWorkPlaces } from './other-places.ts'
import type { WORK_PLACES } from './places.ts'

// Lazy: after the inbox, whose first load it would slow down.
const SavedViews = lazyPart(() => import('./saved-views.tsx').then((file) => file.SavedViews))

const SavedViewLinks = lazyPart(() => import('./saved-views.tsx').then((file) => file.SavedViewLinks))

/** Sidebar on wide screens. */
export function SideNavigation({ onHelp, onFind }: { onHelp: () => void; onFind: () => void }) {
  const me = useMe()
  const works = useWorkPlaces()
  const others = useOtherPlaces()
  return (
    <header className="sticky top-0 hidden h-dvh flex-col border-e bg-paper px-3 py-5 md:flex">
      <Wordmark />
      <button
        type="button"
        onClick={onFind}
        className="mt-6 flex h-9 items-center gap-3 rounded-md border border-line bg-card px-3 text-sm text-muted transition-colors hover:border-edge hover:text-ink"
      >
        <Icon name="search" />
        <span className="flex-1 text-start">{t('shell.words.search')}</span>
        <kbd className="font-mono text-xs">{PALETTE_KEYS}</kbd>
      </button>
      <nav
        aria-label={t('shell.nav.label')}
        className="mt-4 flex flex-1 flex-col gap-0.5 overflow-y-auto p-0.5"
      >
        {works.map((place) => (
          <Fragment key={place.to}>
            <Place place={place}>{place.to === '/inbox' ? <Unread /> : null}</Place>
            {place.to === '/inbox' ? (
              <Suspense fallback={null}>
                <SavedViews />
              </Suspense>
            ) : null}
          </Fragment>
        ))}
        <hr className="mx-3 my-3 border-line" />
        {others.map((place) => (
          <Place key={place.to} place={place} />
        ))}
      </nav>
      <AccountMenu
        side="top"
        align="start"
        onHelp={onHelp}
        trigger={
          <button
            type="button"
            className="flex min-h-11 items-center gap-2.5 rounded-md px-2 text-start text-sm hover:bg-sunken"
          >
            <Initial email={me.data?.email} />
            <span className="min-w-0 flex-1 truncate">
              <span className="sr-only">{t('shell.account.yoursBefore')} </span>
              {me.data?.email ?? (me.isError ? t('shell.account.unavailable') : null)}
              {me.data && me.data.role !== 'holder' ? (
                <span className="block truncate text-xs text-muted">
                  {t('shell.account.actingAs', { person: me.data.person })}
                </span>
              ) : null}
            </span>
            <Icon name="more" className="text-muted" />
          </button>
        }
      />
    </header>
  )
}

type PlaceProps = {
  place: (typeof WORK_PLACES)[number] | ReturnType<typeof useOtherPlaces>[number]
  children?: ReactNode
}

function Place(props: PlaceProps) {
  const { to, label, icon } = props.place
  return (
    <Link
      to={to}
      className="flex h-9 shrink-0 items-center gap-3 rounded-md px-3 text-base font-medium text-muted no-underline transition-colors hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-semibold data-[status=active]:text-ink data-[status=active]:[&>svg]:text-accent"
    >
      <Icon name={icon} />
      <span className="flex-1">{t(label)}</span>
      {props.children}
    </Link>
  )
}

/** Top bar on phones. */
export function TopBar({ onHelp, onFind }: { onHelp: () => void; onFind: () => void }) {
  return (
    <header className="sticky top-0 z-20 flex h-(--bar) items-center justify-between border-b bg-paper ps-4 pe-2 md:hidden">
      <Wordmark />
      <div className="flex">
        <IconButton icon="search" label={t('shell.nav.searchAll')} onClick={onFind} />
        <AccountMenu
          onHelp={onHelp}
          trigger={<IconButton icon="account" label={t('shell.account.yours')} />}
        />
      </div>
    </header>
  )
}

/** Bottom bar on phones, unless the toolbar of a screen is there. */
export function FootNavigation() {
  const works = useWorkPlaces()
  const others = useOtherPlaces()
  const isInMoreMenu = useLocation({
    select: ({ pathname }) => others.some(({ to }) => pathname.startsWith(to)),
  })
  return (
    <nav
      aria-label={t('shell.nav.label')}
      data-foot-navigation
      className="fixed inset-x-0 bottom-0 z-20 flex border-t bg-card px-1 *:min-w-11 *:flex-auto pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {works.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          className="relative flex h-(--bar) flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted no-underline -outline-offset-4 data-[status=active]:text-accent"
        >
          <Icon name={icon} className="size-5.5" />
          <span className="short:sr-only">{t(label)}</span>
          {to === '/inbox' ? <Unread corner /> : null}
        </Link>
      ))}
      <Menu
        side="top"
        trigger={
          <button
            type="button"
            data-status={isInMoreMenu ? 'active' : undefined}
            className="flex h-(--bar) flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted -outline-offset-4 data-[status=active]:text-accent"
          >
            <Icon name="more" className="size-5.5" />
            <span className="short:sr-only">{t('shell.nav.more')}</span>
          </button>
        }
      >
        <Suspense fallback={null}>
          <SavedViewLinks />
        </Suspense>
        {others.map(({ to, label, icon }) => (
          <MenuLink key={to} icon={icon} link={<Link to={to} />}>
            {t(label)}
          </MenuLink>
        ))}
      </Menu>
    </nav>
  )
}

function Wordmark() {
  return (
    <a
      href="/"
      className="inline-flex min-h-7 items-center gap-2.5 rounded-sm md:self-start px-3 text-lg font-[650] tracking-tight no-underline before:h-[0.3125rem] before:w-4.5 before:rounded-full before:bg-accent max-md:px-0"
    >
      Formslot
    </a>
  )
}

function Unread({ corner = false }: { corner?: boolean }) {
  const { data: unread = 0 } = useUnread()
  if (unread === 0) return null
  return (
    <span
      className={
        corner
          ? 'absolute start-1/2 top-1.5 ms-2 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent'
          : 'text-sm font-semibold text-accent tabular-nums'
      }
    >
      {formatUnread(unread)}
      <span className="sr-only"> {t('shell.nav.unread', { count: unread })}</span>
    </span>
  )
}

function Initial({ email }: { email: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-7 shrink-0 items-center justify-center rounded-full bg-tint text-sm font-semibold text-accent uppercase"
    >
      {email?.slice(0, 1)}
    </span>
  )
}

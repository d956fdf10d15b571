import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../language/texts.ts'
import { useSettingsPlaces } from './other-places.ts'
import { Page } from './page.tsx'

/** Section of the settings, below the navigation that all sections share. */
export function SettingsPage(props: {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, description, actions, children } = props
  const places = useSettingsPlaces()
  return (
    <Page title={t('shell.words.settings')} documentTitle={title}>
      <nav
        aria-label={t('shell.words.settings')}
        className="-mx-1 mb-6 flex gap-3 overflow-x-auto bg-[linear-gradient(var(--color-line),var(--color-line))] bg-[length:calc(100%-0.5rem)_1px] bg-bottom bg-no-repeat [scrollbar-width:none] sm:gap-5"
      >
        {places.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="inline-flex h-10 shrink-0 items-center border-b-2 border-transparent px-1 text-sm font-medium text-muted no-underline -outline-offset-2 transition-colors hover:text-ink aria-[current]:border-accent aria-[current]:text-ink pointer-coarse:h-11"
          >
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-xl">{title}</h2>
          {description ? <p className="mt-0.5 text-muted text-pretty">{description}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </Page>
  )
}

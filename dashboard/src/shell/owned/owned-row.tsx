import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Owned, OwnedKind } from '../../api/endpoints/owned.ts'
import { classes } from '../../controls/classes.ts'
import { CopyInline } from '../../controls/copy.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import { getUrl, linkTo } from './kinds.ts'
import { OwnedState } from './owned-page.tsx'

/**
 * Row of an endpoint; a click anywhere but on a control opens it.
 *
 * @param props.beside content after the name
 * @param props.columns grid class
 * @param props.children further columns
 */
export function OwnedRow(props: {
  kind: OwnedKind
  owned: Owned
  beside?: ReactNode
  columns: string
  /** Class of the first column. */
  place?: string
  children: ReactNode
}) {
  const { kind, owned, beside, columns, place, children } = props
  return (
    <li
      className={classes(
        'relative grid items-center gap-x-6 gap-y-3 px-4 py-4 transition-colors hover:bg-sunken/60',
        columns,
      )}
    >
      <div className={classes('flex min-w-0 flex-col', place)}>
        <p className="flex items-center max-sm:flex-wrap gap-x-2.5 gap-y-1">
          <Link
            {...linkTo(kind, owned.id)}
            dir="auto"
            className="min-w-0 truncate font-semibold no-underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {owned.name ?? owned.id}
          </Link>
          <OwnedState owned={owned} />
          {beside}
        </p>
        <div className="relative z-1 flex min-w-0 self-start max-w-full">
          <CopyInline label={t('owned.copyUrl')} value={getUrl(owned)} />
        </div>
      </div>
      {children}
    </li>
  )
}

/** Time of the last use, or the text for none. */
export function LastTime({ at, never }: { at: string | null; never: string }) {
  if (at === null) return never
  return rich('owned.last', { time: <RelativeTime at={at} /> })
}

import type { ReactNode } from 'react'
import { classes } from '../../controls/classes.ts'
import { useTitle } from './title.ts'

const WIDTHS = { text: 'max-w-3xl', wide: 'max-w-6xl' } as const

/**
 * A screen: its name as the one heading, what can be done beside it, and its content. Screens that fill the window,
 * such as the inbox, call `useTitle` and bring a heading of their own.
 */
export function Page(props: {
  title: string
  /** Above the heading: the way back. */
  above?: ReactNode
  description?: ReactNode
  deeds?: ReactNode
  width?: keyof typeof WIDTHS
  children: ReactNode
}) {
  const { title, above, description, deeds, width = 'text', children } = props
  useTitle(title)
  return (
    <div className={classes('mx-auto w-full px-4 py-6 sm:px-8 md:py-10', WIDTHS[width])}>
      {above}
      <div className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-2xl [overflow-wrap:anywhere]">{title}</h1>
          {deeds ? <div className="flex flex-wrap gap-2">{deeds}</div> : null}
        </div>
        {description ? <div className="mt-1 max-w-2xl text-muted text-pretty">{description}</div> : null}
      </div>
      {children}
    </div>
  )
}

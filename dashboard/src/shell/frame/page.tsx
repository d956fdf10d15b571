import type { ReactNode } from 'react'
import { classes } from '../../controls/classes.ts'
import { useTitle } from './title.ts'

const WIDTHS = { text: 'max-w-3xl', wide: 'max-w-6xl' } as const

/**
 * Page with a heading, actions and content. Full-window screens such as the inbox call `useTitle` and have their
 * own heading.
 */
export function Page(props: {
  title: string
  /** Back link above the heading. */
  above?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  width?: keyof typeof WIDTHS
  children: ReactNode
}) {
  const { title, above, description, actions, width = 'text', children } = props
  useTitle(title)
  return (
    <div className={classes('mx-auto w-full px-4 py-6 sm:px-8 md:py-10', WIDTHS[width])}>
      {above}
      <div className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-2xl [overflow-wrap:anywhere]">{title}</h1>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
        {description ? <div className="mt-1 max-w-2xl text-muted text-pretty">{description}</div> : null}
      </div>
      {children}
    </div>
  )
}

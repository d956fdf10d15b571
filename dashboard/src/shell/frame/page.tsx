import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { PullToRefresh } from '../../controls/pull-to-refresh.tsx'
import { useRefresh } from '../refresh.ts'
import { useTitle } from './title.ts'

/**
 * Page with a heading, actions and content. Every title is at the same place, and pulling the page down loads its data
 * again. Full-window screens such as the inbox call `useTitle` and have their own heading.
 */
export function Page(props: {
  title: string
  /** Title of the document, if it is another one. */
  documentTitle?: string
  /** Back link above the heading. */
  above?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Width of the content: `text` keeps lines short. */
  width?: 'text' | 'wide'
  children: ReactNode
}) {
  const { title, documentTitle = title, above, description, actions, width = 'text', children } = props
  useTitle(documentTitle)
  const client = useQueryClient()
  const reload = useCallback(
    () => client.refetchQueries({ type: 'active' }, { throwOnError: true }),
    [client],
  )
  return (
    <PullToRefresh
      onRefresh={useRefresh(reload)}
      className="relative mx-auto w-full max-w-6xl flex-1 px-4 py-8 sm:px-8 md:py-10"
    >
      {above ? <div className="absolute top-1.5 md:top-3">{above}</div> : null}
      <div className="mb-6">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3 pointer-coarse:min-h-11">
          <h1 className="min-w-0 text-2xl [overflow-wrap:anywhere]">{title}</h1>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
        {description ? <div className="mt-1 max-w-2xl text-muted text-pretty">{description}</div> : null}
      </div>
      {width === 'text' ? <div className="max-w-3xl">{children}</div> : children}
    </PullToRefresh>
  )
}

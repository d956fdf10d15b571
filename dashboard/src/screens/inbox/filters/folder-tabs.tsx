import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { formatUnread, useUnread } from '../../../api/submissions/submissions.ts'
import { FOLDERS } from './inbox-query.ts'

const ALL = { folder: 'all', label: 'All' } as const

/** Tabs of the folders, and of all together during a search. */
export const FolderTabs = memo(function FolderTabs({ search }: { search: SubmissionFilter }) {
  const isSearching = search.q !== undefined || search.folder === 'all'
  const { data: unread = 0 } = useUnread(search.endpoint)
  return (
    <nav
      aria-label="Folders"
      className="flex h-full min-w-0 gap-1 overflow-x-auto [scrollbar-width:none] max-[26rem]:gap-0"
    >
      {(isSearching ? [...FOLDERS, ALL] : FOLDERS).map(({ folder, label }) => (
        <Link
          key={folder}
          to="/inbox"
          search={{ ...search, folder: folder === 'inbox' ? undefined : folder }}
          activeOptions={{ explicitUndefined: true }}
          className="-mb-px inline-flex items-center gap-1.5 border-b-2 border-transparent px-2 text-sm font-medium text-muted no-underline -outline-offset-2 transition-colors hover:text-ink max-[26rem]:px-1.5 aria-[current]:border-accent aria-[current]:text-ink"
        >
          {label}
          {folder === 'inbox' && unread > 0 ? (
            <span className="rounded-full bg-tint px-1.5 text-xs leading-5 font-semibold text-accent tabular-nums">
              {formatUnread(unread)}
              <span className="sr-only"> unread</span>
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
})

import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { useUnreadSpam } from '../../../api/submissions/match-count.ts'
import { formatUnread, useUnread } from '../../../api/submissions/submissions.ts'
import { classes } from '../../../controls/classes.ts'
import { t } from '../../../language/texts.ts'

/** Short names, so that all tabs are in sight. */
const FOLDERS = [
  { folder: 'inbox', label: 'inbox.tabs.inbox' },
  { folder: 'spam', label: 'inbox.tabs.spam' },
  { folder: 'archive', label: 'inbox.tabs.archive' },
  { folder: 'trash', label: 'inbox.tabs.trash' },
] as const
const ALL = { folder: 'all', label: 'inbox.tabs.all' } as const

/** Tabs of the folders, and of all together during a search. */
export const FolderTabs = memo(function FolderTabs({ search }: { search: SubmissionFilter }) {
  const isSearching = search.q !== undefined || search.folder === 'all'
  const { data: inbox = 0 } = useUnread(search.endpoint)
  const { data: spam = 0 } = useUnreadSpam(search.endpoint)
  const unread: Record<string, number> = { inbox, spam }
  return (
    <nav
      aria-label={t('inbox.folders.label')}
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
          {t(label)}
          <Unread number={unread[folder] ?? 0} tone={folder === 'inbox' ? 'accent' : 'quiet'} />
        </Link>
      ))}
    </nav>
  )
})

function Unread({ number, tone }: { number: number; tone: 'accent' | 'quiet' }) {
  if (number === 0) return null
  const shown = formatUnread(number)
  return (
    <span
      className={classes(
        'rounded-full px-1.5 text-xs leading-5 font-semibold tabular-nums',
        tone === 'accent' ? 'bg-tint text-accent' : 'bg-sunken text-muted',
      )}
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{t('inbox.folders.unread', { count: number, number: shown })}</span>
    </span>
  )
}

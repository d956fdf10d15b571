import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Submission, SubmissionFilter } from '../../api/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { classes } from '../../controls/classes.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { reasonInShort } from './spam-reasons.ts'
import { previewOf, senderOf } from './summary.ts'
import { TickBox } from './tick-box.tsx'

type RowProps = {
  submission: Submission
  search: SubmissionFilter
  open: boolean
  selected: boolean
  /** Its link and its box are reached by Tab; the others by j and k. */
  current: boolean
  onSelect: (id: string, how: { range: boolean }) => void
}

/** One submission in three lines of fixed height: who, what, and where it came in. */
export const Row = memo(function Row({ submission, search, open, selected, current, onSelect }: RowProps) {
  const { id, endpoint_name, endpoint_id, received_at, read, fields } = submission
  const sender = senderOf(fields)
  return (
    <div
      className={classes(
        'relative flex h-full gap-1 border-b pr-4 pl-2 transition-colors',
        open ? 'bg-tint' : selected ? 'bg-sunken' : 'hover:bg-sunken/60',
      )}
    >
      <TickBox
        label={`Select ${sender ?? 'this submission'}`}
        checked={selected}
        tabbable={current}
        onChange={(how) => onSelect(id, how)}
      />
      <Link
        to="/inbox/$submissionId"
        params={{ submissionId: id }}
        search={search}
        tabIndex={current ? 0 : -1}
        preload={false}
        resetScroll={false}
        className="min-w-0 flex-1 py-2.5 no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className="flex items-baseline gap-2">
          {read ? null : (
            <span className="size-2 shrink-0 -translate-y-px self-center rounded-full bg-accent">
              <span className="sr-only">Unread. </span>
            </span>
          )}
          <bdi className={classes('min-w-0 flex-1 truncate', read ? 'font-medium' : 'font-bold')}>
            {sender ?? <span className="text-muted">No name given</span>}
          </bdi>
          <RelativeTime
            at={received_at}
            short
            className={classes(
              'shrink-0 text-xs tabular-nums',
              read ? 'text-muted' : 'font-semibold text-accent',
            )}
          />
        </span>
        <bdi className={classes('block truncate text-sm', read && 'text-muted')}>{previewOf(fields)}</bdi>
        <span className="mt-0.5 flex h-5.5 items-center gap-2 text-xs text-muted">
          <bdi className="min-w-0 flex-1 truncate">{endpoint_name ?? endpoint_id}</bdi>
          <Marks submission={submission} />
        </span>
      </Link>
    </div>
  )
})

const LETTER_TROUBLE = { bounced: 'Letter bounced', given_up: 'Letter not delivered' } as const

function Marks({ submission: { folder, letter, spam_reasons } }: { submission: Submission }) {
  if (folder === 'spam') {
    return (spam_reasons ?? ['moved'])
      .slice(0, 2)
      .map((reason) => <Badge key={reason}>{reasonInShort(reason)}</Badge>)
  }
  if (letter === 'bounced' || letter === 'given_up') return <Badge tone="bad">{LETTER_TROUBLE[letter]}</Badge>
  return null
}

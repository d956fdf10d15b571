import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { searchFrom, useEarlierMessages } from '../../api/submissions/earlier.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { ShortTime } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { folderLabel } from '../inbox/filters/inbox-query.ts'
import { useInboxAround } from '../inbox/inbox-context.ts'
import { replyAddress } from '../inbox/list/reply-address.ts'
import { toPreview } from '../inbox/list/summary.ts'

/** Time that a message is open before earlier ones are looked for: those that `j` passes cost nothing. */
const OPENED_MS = 400

/** Earlier messages from the reply address of a submission: their number, and a list of them after a click. */
export function EarlierMessages({ submission, address }: { submission: Submission; address: string }) {
  const { search } = useInboxAround()
  const isOpened = useOpened()
  const [isShown, setShown] = useState(false)
  const list = useId()
  const { data } = useEarlierMessages({
    submission,
    address,
    enabled: isOpened,
    isFrom: ({ fields }) => replyAddress(fields)?.toLowerCase() === address.toLowerCase(),
  })
  if (!data || data.submissions.length === 0) return null
  const count = data.submissions.length
  return (
    <>
      <Button
        size="small"
        weight="quiet"
        icon={isShown ? 'down' : 'right'}
        aria-expanded={isShown}
        aria-controls={list}
        onClick={() => setShown(!isShown)}
        className="rtl:[&>svg]:-scale-x-100 print:hidden"
      >
        {data.areAll ? t('submission.earlier.some', { count }) : t('submission.earlier.more', { count })}
      </Button>
      <div id={list} hidden={!isShown} className="w-full min-w-0 print:hidden">
        <ul aria-label={t('submission.earlier.list')} className="mt-2 divide-y rounded-md border text-sm">
          {data.submissions.map((one) => (
            <li key={one.id}>
              <Link
                to="/inbox/$submissionId"
                params={{ submissionId: one.id }}
                search={search}
                resetScroll={false}
                className="flex min-h-9 items-center gap-3 px-3 py-1 text-ink no-underline -outline-offset-2 hover:bg-sunken/60"
              >
                <bdi className="min-w-0 flex-1 truncate text-left in-[[dir=rtl]]:text-right">
                  {toPreview(one.fields)}
                </bdi>
                {one.folder === 'inbox' ? null : <Badge>{folderLabel(one.folder)}</Badge>}
                <ShortTime at={one.received_at} className="shrink-0 text-xs text-muted tabular-nums" />
              </Link>
            </li>
          ))}
        </ul>
        <Link
          to="/inbox"
          search={{ q: searchFrom(address), folder: 'all' }}
          className="mt-1 inline-flex min-h-8 items-center underline decoration-line underline-offset-4 hover:text-ink"
        >
          {t('submission.earlier.showAll', { address })}
        </Link>
      </div>
    </>
  )
}

function useOpened(): boolean {
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true), OPENED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOpened
}

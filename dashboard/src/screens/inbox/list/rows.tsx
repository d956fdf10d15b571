import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { type Submission, useSubmissions } from '../../../api/submissions/submissions.ts'
import { Button } from '../../../controls/button.tsx'
import { Spinner } from '../../../controls/feedback/spinner.tsx'
import type { Cursor } from './list-navigation.ts'
import { Row } from './row.tsx'
import { pixels, useRowWindow } from './row-window.ts'

export const ROW_REM = 5.5
/** How many rows before the end the next page is asked for. */
const EARLY = 60

/** Stands for the id of a row in the address of all. */
const ANY = 'sub_any'

/** The rows in sight of a list of any length; the next page comes by itself when the end is near. */
export function Rows(props: {
  label: string
  submissions: readonly Submission[]
  search: SubmissionFilter
  openId: string | undefined
  cursor: Cursor
  selected: ReadonlySet<string>
  onOpen: (id: string) => void
  onSelect: (id: string, how: { range: boolean }) => void
  /** What the list was asked for by. */
  filter: SubmissionFilter
  scroller: RefObject<HTMLDivElement | null>
  /** Where it was scrolled to, kept while something else is shown in its place. */
  scrolledTo: RefObject<number>
  busy: boolean
  /** The wish that was granted last. */
  grantedWish: RefObject<number>
}) {
  const {
    label,
    submissions,
    search,
    openId,
    cursor,
    selected,
    onOpen,
    onSelect,
    filter,
    scroller,
    scrolledTo,
    grantedWish,
  } = props
  const [rowHeight] = useState(() => pixels(ROW_REM))
  const count = submissions.length
  const router = useRouter()
  const hrefs = useMemo(
    () =>
      router.buildLocation({ to: '/inbox/$submissionId', params: { submissionId: ANY }, search }).publicHref,
    [router, search],
  )
  const list = useRef<HTMLUListElement>(null)

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrolledTo.current
  }, [scroller, scrolledTo])
  const seen = useRowWindow(scroller, { count, rowHeight })
  const place = useMemo(
    () => (cursor.id === null ? -1 : submissions.findIndex(({ id }) => id === cursor.id)),
    [submissions, cursor.id],
  )
  const current = place === -1 ? 0 : place

  // No dependencies: a wish is granted once, as soon as its row is there.
  useLayoutEffect(() => {
    if (grantedWish.current === cursor.wish || place === -1 || !scroller.current) return
    grantedWish.current = cursor.wish
    showRow(scroller.current, { top: place * rowHeight, height: rowHeight })
    if (mayTakeFocus(scroller.current)) {
      list.current?.querySelector<HTMLElement>(`[data-place="${place}"] a`)?.focus({ preventScroll: true })
    }
  })

  // Watched here, so that a page that is on its way draws nothing anew but the foot of the list.
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSubmissions(filter)
  const nearEnd = seen.last >= count - EARLY
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget }) => {
        scrolledTo.current = currentTarget.scrollTop
      }}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-quiet"
    >
      <ul
        ref={list}
        aria-label={label}
        aria-busy={props.busy || undefined}
        className={props.busy ? 'relative opacity-60' : 'relative'}
        style={{ height: count * rowHeight }}
      >
        {placesIn(seen, current, count).map((place) => {
          const submission = submissions[place]
          if (!submission) return null
          return (
            <li
              key={submission.id}
              data-place={place}
              aria-posinset={place + 1}
              aria-setsize={hasNextPage ? -1 : count}
              className="absolute inset-x-0 top-0 [contain:strict]"
              style={{ height: rowHeight, transform: `translateY(${place * rowHeight}px)` }}
            >
              <Row
                submission={submission}
                href={hrefs.replace(ANY, encodeURIComponent(submission.id))}
                open={submission.id === openId}
                selected={selected.has(submission.id)}
                ofSeveral={search.endpoint === undefined}
                current={place === current}
                onOpen={onOpen}
                onSelect={onSelect}
              />
            </li>
          )
        })}
      </ul>
      <div className="flex h-16 items-center justify-center gap-2 text-sm text-muted">
        {isFetchNextPageError ? (
          <Button size="small" icon="refresh" onClick={() => fetchNextPage()}>
            Could not load more. Try again
          </Button>
        ) : hasNextPage ? (
          <>
            <Spinner /> Loading more
          </>
        ) : (
          'That is all.'
        )}
      </div>
    </div>
  )
}

/** Those in sight, and the current one wherever it is, so that the focus is never lost. */
function placesIn(seen: { first: number; last: number }, current: number, count: number): number[] {
  const places = Array.from({ length: seen.last - seen.first + 1 }, (_, index) => seen.first + index)
  if (current < count && (current < seen.first || current > seen.last)) places.push(current)
  return places.sort((one, other) => one - other)
}

/** Whoever is busy beside the list, in the open submission, keeps the focus; a dialog that closes gives it up. */
function mayTakeFocus(scroller: HTMLElement): boolean {
  const active = document.activeElement
  if (active === null || active.contains(scroller)) return true
  return active.closest('[role="dialog"]') !== null || scroller.closest('section')?.contains(active) === true
}

function showRow(scroller: HTMLElement, row: { top: number; height: number }): void {
  const { scrollTop, clientHeight } = scroller
  if (row.top < scrollTop) scroller.scrollTop = row.top
  else if (row.top + row.height > scrollTop + clientHeight)
    scroller.scrollTop = row.top + row.height - clientHeight
}

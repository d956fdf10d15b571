import { useRouter } from '@tanstack/react-router'
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useEmailsDelayed, useMe } from '../../../api/accounts/me.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { useDraftIds } from '../../../api/submissions/answer-drafts.ts'
import { useSubmissions } from '../../../api/submissions/submissions.ts'
import { Button } from '../../../controls/button.tsx'
import { classes } from '../../../controls/classes.ts'
import { Spinner } from '../../../controls/feedback/spinner.tsx'
import { toSearchWords } from '../../../controls/search-words.ts'
import { useRowKeys } from '../../../keyboard/list-keys.ts'
import { type PlainKey, t } from '../../../language/texts.ts'
import type { Inbox } from '../use-inbox.ts'
import { useDensity } from './density.ts'
import { Row } from './row.tsx'
import { type Days, headOf, heightOf, type RowGroup, topOf } from './row-layout.ts'
import { type RowWindow, useRowLayout, useRowWindow } from './row-window.ts'
import { useSwipe } from './swipe.ts'

/** Distance from the end, in rows, at which the next page loads; a quarter of a list that was not scrolled yet. */
const PRELOAD_ROWS = 60

const DAY_WORDS = {
  today: 'inbox.days.today',
  yesterday: 'inbox.days.yesterday',
  week: 'inbox.days.week',
  earlier: 'inbox.days.earlier',
} as const satisfies Record<Days, PlainKey>

/** Placeholder for the id in the URL template. */
const ANY = 'sub_any'

/** Virtualized rows of the list; loads the next page near the end. */
export function Rows(props: { label: string; inbox: Inbox; scroller: RefObject<HTMLDivElement | null> }) {
  const { label, inbox, scroller } = props
  const { submissions, search, openId, cursor, selection, query, scrolledTo, focusRequestDone } = inbox
  const [density] = useDensity()
  const times = useMemo(() => submissions.map(({ received_at }) => received_at), [submissions])
  const layout = useRowLayout(times)
  const { rowHeight, headHeight, groups } = layout
  const emailsDelayed = useEmailsDelayed()
  const swipe = useSwipe((place) => {
    const submission = submissions[place]
    if (submission) inbox.perform(submission.folder === 'archive' ? 'inbox' : 'archive', [submission])
  })
  const count = submissions.length
  const words = useMemo(() => toSearchWords(search.q), [search.q])
  const drafts = useDraftIds(useMe().data?.email)
  const router = useRouter()
  const hrefs = useMemo(
    () =>
      router.buildLocation({ to: '/inbox/$submissionId', params: { submissionId: ANY }, search }).publicHref,
    [router, search],
  )
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrolledTo.current
  }, [scroller, scrolledTo])
  const seen = useRowWindow(scroller, { count, layout })
  const place = useMemo(
    () => (cursor.id === null ? -1 : submissions.findIndex(({ id }) => id === cursor.id)),
    [submissions, cursor.id],
  )
  const current = place === -1 ? 0 : place
  const wasPlaced = useRef(false)
  // No dependencies: once, as soon as there are rows, since a link can open a submission far down.
  useLayoutEffect(() => {
    if (wasPlaced.current || count === 0) return
    wasPlaced.current = true
    if (openId === undefined || place === -1 || !scroller.current) return
    showRow(scroller.current, { top: topOf(layout, place), height: rowHeight, under: headHeight })
  })
  useRowKeys({
    count,
    current: place,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    within: () => list.current,
    move: inbox.moveTo,
  })

  // No dependencies: a request is fulfilled once, as soon as its row exists.
  useLayoutEffect(() => {
    if (focusRequestDone.current === cursor.focusRequest || place === -1 || !scroller.current) return
    if (cursor.id !== cursor.wanted) return
    focusRequestDone.current = cursor.focusRequest
    showRow(scroller.current, { top: topOf(layout, place), height: rowHeight, under: headHeight })
    if (cursor.focus === 'taken' || mayTakeFocus(scroller.current)) {
      list.current?.querySelector<HTMLElement>(`[data-place="${place}"] a`)?.focus({ preventScroll: true })
    }
  })

  const left = count - seen.last
  const places = listPlaces({ seen, current, count })
  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget }) => {
        scrolledTo.current = currentTarget.scrollTop
      }}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-quiet"
    >
      <div
        ref={list}
        {...swipe}
        data-rows
        aria-busy={query.isPlaceholderData || undefined}
        className={classes('@container touch-pan-y', query.isPlaceholderData && 'opacity-60')}
      >
        {groups.map((group) => (
          <section key={group.days} className="relative" style={{ height: heightOf(layout, group) }}>
            {group.days === null ? null : (
              <h2
                className="sticky top-0 z-2 flex items-center border-b bg-paper px-4 text-xs font-semibold tracking-normal text-muted"
                style={{ height: headHeight }}
              >
                {t(DAY_WORDS[group.days])}
              </h2>
            )}
            <ul
              aria-label={
                group.days === null
                  ? label
                  : t('inbox.list.group', { folder: label, days: t(DAY_WORDS[group.days]) })
              }
            >
              {places.filter(isIn(group)).map((place) => {
                const submission = submissions[place]
                if (!submission) return null
                return (
                  <li
                    key={submission.id}
                    data-place={place}
                    aria-posinset={place - group.first + 1}
                    aria-setsize={query.hasNextPage && group === groups.at(-1) ? -1 : group.count}
                    className="absolute inset-x-0 top-0 [contain:strict]"
                    style={{
                      height: rowHeight,
                      transform: `translateY(${headOf(layout, group) + (place - group.first) * rowHeight}px)`,
                    }}
                  >
                    <Row
                      submission={submission}
                      href={hrefs.replace(ANY, encodeURIComponent(submission.id))}
                      open={submission.id === openId}
                      selected={selection.ids.has(submission.id)}
                      ofAllFolders={search.folder === 'all'}
                      words={words}
                      emailsDelayed={emailsDelayed}
                      hasDraft={drafts.has(submission.id)}
                      ofSeveral={search.endpoint === undefined}
                      density={density}
                      current={place === current}
                      onOpen={inbox.open}
                      onSelect={selection.toggle}
                    />
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </div>
      <Foot filter={inbox.filter} isNear={left <= PRELOAD_ROWS && (seen.first > 0 || left <= count / 4)} />
    </div>
  )
}

/** Loads the next page when the end is near. Rendered on its own, since rows render in each frame of a scroll. */
const Foot = memo(function Foot({ filter, isNear }: { filter: SubmissionFilter; isNear: boolean }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSubmissions(filter)
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return (
    <div className="flex h-16 items-center justify-center gap-2 text-sm text-muted">
      {isFetchNextPageError ? (
        <Button size="small" icon="refresh" onClick={() => fetchNextPage()}>
          {t('inbox.list.notLoaded')}
        </Button>
      ) : hasNextPage ? (
        <>
          <Spinner /> {t('inbox.list.loadingMore')}
        </>
      ) : null}
    </div>
  )
})

function isIn({ first, count }: RowGroup) {
  return (place: number) => place >= first && place < first + count
}

/** Returns the visible rows and the current one, so that focus is never lost. */
function listPlaces(list: { seen: RowWindow; current: number; count: number }): number[] {
  const { seen, current, count } = list
  const places = Array.from({ length: seen.last - seen.first + 1 }, (_, index) => seen.first + index)
  if (current < count && (current < seen.first || current > seen.last)) places.push(current)
  return places.sort((one, other) => one - other)
}

/** Returns true if the list may take focus: not from the open submission, but from a closing dialog. */
function mayTakeFocus(scroller: HTMLElement): boolean {
  const active = document.activeElement
  if (active === null || active.contains(scroller)) return true
  return active.closest('[role="dialog"]') !== null || scroller.closest('section')?.contains(active) === true
}

/** @param row.under height of the heading that covers the top of the list */
function showRow(scroller: HTMLElement, row: { top: number; height: number; under: number }): void {
  const { scrollTop, clientHeight } = scroller
  if (row.top - row.under < scrollTop) scroller.scrollTop = row.top - row.under
  else if (row.top + row.height > scrollTop + clientHeight)
    scroller.scrollTop = row.top + row.height - clientHeight
}

import { type RefObject, useId, useRef, useState } from 'react'
import type { MatchCount } from '../../../api/submissions/match-count.ts'
import { Button } from '../../../controls/button.tsx'
import { Progress } from '../../../controls/charts/progress.tsx'
import { classes } from '../../../controls/classes.ts'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { count } from '../../../controls/numbers.ts'
import { PullToRefresh } from '../../../controls/pull-to-refresh.tsx'
import { t } from '../../../language/texts.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { Loaded } from '../../../shell/loaded.tsx'
import { useRefresh } from '../../../shell/refresh.ts'
import { ExportMenu } from '../actions/export-menu.tsx'
import { EndpointPicker } from '../filters/endpoint-picker.tsx'
import { FolderTabs } from '../filters/folder-tabs.tsx'
import { folderLabel, isNarrowed } from '../filters/inbox-query.ts'
import { SearchBox } from '../filters/search-box.tsx'
import { TRASH_DAYS } from '../trash.ts'
import type { Inbox } from '../use-inbox.ts'
import { describeResults, formatMatches } from './match-words.ts'
import { useMatches } from './matches.ts'
import { useNewArrivals } from './new-arrivals.ts'
import { NewArrivalsPill } from './new-arrivals-pill.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { Rows } from './rows.tsx'

// Lazy: rarely needed, and large.
const EmptyFolder = lazyPart(
  () => import('./empty-folder.tsx').then((file) => file.EmptyFolder),
  <RowSkeletons />,
  ['endpoints', 'owned', 'snippets'],
)

// Lazy: only while the spam filter is learning.
const ReviewOffer = lazyPart(() => import('./review-offer.tsx').then((file) => file.ReviewOffer), null)
const SelectionBar = lazyPart(
  () => import('../actions/selection-bar.tsx').then((file) => file.SelectionBar),
  null,
)
// Lazy: it brings a select and a dialog.
const FilterPanel = lazyPart(
  () => import('../filters/filter-panel.tsx').then((file) => file.FilterPanel),
  <div className="h-64 border-t" />,
)

/** List with its toolbar: endpoint, search, folders, bulk actions. */
export function ListPane({ inbox }: { inbox: Inbox }) {
  const { search, filter, query, submissions, bulkAll } = inbox
  const scroller = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  const { arrivals, take, reload } = useNewArrivals(filter)
  const label = folderLabel(filter.folder)
  const isSearching = search.q !== undefined
  const matches = useMatches(inbox)
  // The empty state says it too.
  const isCounted =
    isSearching && !(query.data !== undefined && submissions.length === 0 && !query.hasNextPage)

  /** Says what is shown; a number only once it is exact, or more than is loaded. */
  function describeStatus(): string {
    const isLoading = query.data === undefined || query.isPlaceholderData
    if (!isSearching) {
      if (isLoading) return t('inbox.matches.loading')
      return matches.isExact ? t('inbox.matches.submissions', { count: matches.count }) : ''
    }
    const isKnown = matches.isExact || matches.count > submissions.length
    return isKnown && !isLoading ? describeResults(matches) : t('inbox.matches.searching')
  }

  function showNewArrivals() {
    take()
    inbox.scrolledTo.current = 0
    if (scroller.current) scroller.current.scrollTop = 0
    if (inbox.openId === undefined) inbox.point(arrivals.submissions[0]?.id ?? null)
  }
  return (
    <section ref={pane} aria-label={label} tabIndex={-1} className="flex min-h-0 flex-col outline-none">
      <Head inbox={inbox} pane={pane} matches={matches} />
      <SelectAllBar inbox={inbox} matches={matches} />
      {filter.folder === 'trash' && submissions.length > 0 ? (
        <p className="border-b px-4 py-1.5 text-xs text-muted">
          {t('inbox.trash.after', { count: TRASH_DAYS })}
        </p>
      ) : null}
      <p role="status" className={isCounted ? 'border-b px-4 py-1.5 text-xs text-muted' : 'sr-only'}>
        {describeStatus()}
      </p>
      {query.data !== undefined && !isNarrowed(search) && ['inbox', 'spam'].includes(filter.folder) ? (
        <ReviewOffer />
      ) : null}
      <PullToRefresh
        onRefresh={useRefresh(reload)}
        className="relative flex min-h-0 flex-1 flex-col overflow-clip"
      >
        <NewArrivalsPill arrivals={arrivals} onTake={showNewArrivals} />
        <Loaded query={query} loading={<RowSkeletons />}>
          {() =>
            submissions.length === 0 && !query.hasNextPage ? (
              <EmptyFolder folder={filter.folder} search={search} />
            ) : (
              <Rows key={inbox.of} label={label} inbox={inbox} scroller={scroller} />
            )
          }
        </Loaded>
      </PullToRefresh>
      {bulkAll.done === null ? null : (
        <Progress words={t('inbox.list.progress', { count: bulkAll.done })} onCancel={bulkAll.stop} />
      )}
    </section>
  )
}

function Head(props: { inbox: Inbox; pane: RefObject<HTMLElement | null>; matches: MatchCount }) {
  const { inbox, pane, matches } = props
  const { search, filter, submissions, selection, change } = inbox
  const filtered = isNarrowed({ ...search, q: undefined })
  const [filtering, setFiltering] = useState(filtered)
  const searched = search.q !== undefined || search.endpoint !== undefined
  // On phones, the rows begin below the folders.
  const [revealed, setRevealed] = useState(filtered || searched)
  const above = revealed ? '' : 'max-md:hidden'
  const panel = useId()
  const { selected } = selection
  return (
    <div className="border-b">
      <div className={classes('flex max-w-2xl items-center gap-1.5 py-3 pe-2 ps-3', above)}>
        <EndpointPicker search={search} onChange={change} focusAfter={pane} />
        <IconButton
          icon="settings"
          label={t('inbox.filters.label')}
          aria-expanded={filtering}
          aria-controls={panel}
          onClick={() => setFiltering(!filtering)}
          className={filtered ? 'bg-tint text-accent' : ''}
        />
        <ExportMenu filter={filter} />
      </div>
      <div className={classes('flex max-w-2xl px-3 pb-2', above)}>
        <SearchBox
          q={search.q}
          onReveal={() => setRevealed(true)}
          onSearch={(q) => change({ ...search, q })}
          onLeave={() => inbox.point(submissions[0]?.id ?? null)}
        />
      </div>
      {filtering ? <FilterPanel id={panel} search={search} onChange={change} /> : null}
      <div className="flex h-11 items-center gap-1 pe-3 ps-[1.0625rem] pointer-coarse:h-12 pointer-coarse:ps-[1.3125rem]">
        {selected.length > 0 ? (
          <SelectionBar
            folder={filter.folder}
            count={selection.everything ? matches.count : selected.length}
            number={selection.everything ? formatMatches(matches) : count(selected.length)}
            all={selected.length === submissions.length}
            onAction={(action) => inbox.perform(action)}
            onDelete={() => inbox.remove()}
            onStar={() => inbox.star()}
            onLabels={() => inbox.openDialog('labels')}
            onAssign={() => inbox.openDialog('assign')}
            onClear={selection.clear}
            onAll={selection.selectShown}
          />
        ) : (
          <>
            <Checkbox
              label={t('inbox.list.selectShown')}
              quietLabel
              checked={false}
              disabled={submissions.length === 0}
              onChange={selection.selectShown}
            />
            <FolderTabs search={search} />
            <IconButton
              icon={revealed ? 'close' : 'settings'}
              label={t('inbox.filters.withSearch')}
              aria-expanded={revealed}
              onClick={() => setRevealed(!revealed)}
              className={classes('-me-2 ms-auto md:hidden', searched && 'bg-tint text-accent')}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** Offers to select all matching submissions when all shown ones are selected. */
function SelectAllBar({ inbox, matches }: { inbox: Inbox; matches: MatchCount }) {
  const { selection, submissions, query } = inbox
  // Until they are counted, the number would be the one of the loaded rows.
  const number = matches.isExact || matches.count > submissions.length ? formatMatches(matches) : null
  const all = selection.selected.length > 0 && selection.selected.length === submissions.length
  if (!selection.everything && (!all || !query.hasNextPage)) return null
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-center gap-x-2 border-b bg-sunken px-3 py-1 text-sm">
      {selection.everything ? (
        <>
          {number === null ? t('inbox.selection.all') : t('inbox.selection.allOf', { number })}
          <Button size="small" weight="quiet" onClick={selection.clear}>
            {t('inbox.list.clearSelection')}
          </Button>
        </>
      ) : (
        <>
          {t('inbox.selection.shown', { count: submissions.length })}
          <Button size="small" weight="quiet" className="text-accent!" onClick={selection.selectEverything}>
            {number === null ? t('inbox.selection.selectAll') : t('inbox.selection.selectAllOf', { number })}
          </Button>
        </>
      )}
    </div>
  )
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import type { OwnedFilter } from '../../api/client/filters.ts'
import { joinPages } from '../../api/client/page.ts'
import { isUnconfirmed, type OwnedKind, type OwnedOf, useOwnedList } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import { Page } from '../frame/page.tsx'
import { Loaded } from '../loaded.tsx'
import { NEW, TITLES } from './kind-words.ts'
import { KINDS } from './kinds.ts'
import { OwnedFilters } from './owned-filters.tsx'
import { type Activity, parseSort, type Sort, sortOwned } from './owned-sort.ts'
import { UnclaimedList } from './unclaimed.tsx'
import { UnconfirmedList } from './unconfirmed.tsx'

/** Words of the button: shorter where the screen says the rest. */
const NEW_HERE = {
  endpoints: 'owned.new.form',
  telemetry: 'owned.new.endpoint',
  queues: 'owned.new.queue',
} as const satisfies Record<OwnedKind, PlainKey>
const NO_MATCH = {
  endpoints: 'owned.noMatch.forms',
  telemetry: 'owned.noMatch.telemetry',
  queues: 'owned.noMatch.queues',
} as const satisfies Record<OwnedKind, PlainKey>
const RETIRED = {
  endpoints: 'owned.retiredCount.forms',
  telemetry: 'owned.retiredCount.telemetry',
  queues: 'owned.retiredCount.queues',
} as const satisfies Record<OwnedKind, string>

/** Texts and parts of the list of a kind. */
type ListOf<Kind extends OwnedKind> = {
  kind: Kind
  description?: string
  /** Sentence about the search, for no results. */
  searched: string
  getActivity: (item: OwnedOf<Kind>) => Activity
  /** Empty state. */
  first: (onNew: () => void) => ReactNode
  /** Content between filters and rows. */
  above?: (one: OwnedOf<Kind>) => ReactNode
  row: (item: OwnedOf<Kind>) => ReactNode
  /** Dialog that creates one. */
  dialog: (making: { open: boolean; onClose: () => void }) => ReactNode
}

/** State of a list in the URL, and what changes it. */
type ListState = {
  filter: OwnedFilter
  sort: Sort
  onFilter: (filter: OwnedFilter) => void
  onSort: (sort: Sort) => void
}

/** Screen that lists endpoints of a kind and creates them. */
export function OwnedList<Kind extends OwnedKind>(props: ListOf<Kind>) {
  const { kind, description, first, dialog } = props
  const { list } = KINDS[kind]
  const { create, sort = 'newest', q, state } = useSearch({ from: list })
  const filter = { q, state }
  const navigate = useNavigate()
  const query = useOwnedList(kind, filter)
  const [making, setMaking] = useState(false)
  const mayMake = useAccess().may('owner', 'account')
  const make = () => setMaking(mayMake)
  const show = (next: OwnedFilter, order: Sort) =>
    navigate({ to: list, search: { ...next, sort: parseSort(order) }, replace: true })
  const close = () => {
    setMaking(false)
    if (create === 1) show(filter, sort)
  }
  const listState: ListState = {
    filter,
    sort,
    onFilter: (next) => show(next, sort),
    onSort: (next) => show(filter, next),
  }
  const filtered = q !== undefined || state !== undefined
  const empty = !filtered && query.data?.pages[0]?.data.length === 0
  useShortcuts([{ keys: 'n', does: t(NEW[kind]), group: 'list', run: make }])
  return (
    <Page
      title={t(TITLES[kind])}
      description={description}
      width="wide"
      actions={
        empty || !mayMake ? null : (
          <Button weight="main" icon="plus" onClick={make}>
            {t(NEW_HERE[kind])}
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {({ pages }) => (
          <>
            {filtered ? null : <UnclaimedList kind={kind} />}
            {empty ? (
              first(make)
            ) : (
              <Filtered<Kind> {...props} {...listState} query={query} items={joinPages(pages)} />
            )}
          </>
        )}
      </Loaded>
      {dialog({ open: making || create === 1, onClose: close })}
    </Page>
  )
}

function Filtered<Kind extends OwnedKind>(
  props: ListOf<Kind> &
    ListState & {
      items: readonly OwnedOf<Kind>[]
      query: UseInfiniteQueryResult<unknown, ApiError>
    },
) {
  const { kind, items: listed, searched, query, filter, sort, getActivity, onSort } = props
  const { onFilter, above, row } = props
  const items = sortOwned(listed, { sort, getActivity })
  useAllPages(query, { sort })
  const [first] = items
  const unconfirmed = items.filter(isUnconfirmed)
  return (
    <>
      <OwnedFilters kind={kind} filter={filter} onChange={onFilter} sort={sort} onSort={onSort} />
      {first === undefined && !query.hasNextPage ? (
        <EmptyState
          icon="search"
          title={t(NO_MATCH[kind])}
          actions={<Button onClick={() => onFilter({})}>{t('owned.noMatch.showAll')}</Button>}
        >
          {searched}
        </EmptyState>
      ) : (
        <>
          {first === undefined ? null : above?.(first)}
          <UnconfirmedList kind={kind} items={unconfirmed} row={row} />
          <FoldedList
            items={items.filter((item) => !unconfirmed.includes(item))}
            fold={filter.state === undefined}
            kind={kind}
            row={row}
          />
          <LoadMore more={query} />
        </>
      )}
    </>
  )
}

/** Loads the remaining pages while the list is sorted here, because the service lists the newest first. */
function useAllPages(query: UseInfiniteQueryResult<unknown, ApiError>, { sort }: { sort: Sort }): void {
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    if (sort !== 'newest' && hasNextPage && !isFetchingNextPage && !isError) fetchNextPage()
  }, [sort, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
}

/**
 * Rows of endpoints.
 *
 * @param props.fold folds retired ones behind a toggle
 */
function FoldedList<Item extends { id: string; state: 'claimed' | 'retired' }>(props: {
  items: readonly Item[]
  fold: boolean
  kind: OwnedKind
  row: (item: Item) => ReactNode
}) {
  const { items, fold, kind, row } = props
  const retired = fold ? items.filter(({ state }) => state === 'retired') : []
  const shown = items.filter((item) => !retired.includes(item))
  return (
    <>
      {shown.length === 0 ? null : <Rows items={shown} row={row} />}
      {retired.length === 0 ? null : (
        <details className="mt-4" open={shown.length === 0}>
          <summary className="mb-2 min-h-6 cursor-pointer text-sm text-muted hover:text-ink">
            {t(RETIRED[kind], { count: retired.length })}
          </summary>
          <Rows items={retired} row={row} />
        </details>
      )}
    </>
  )
}

function Rows<Item>({ items, row }: { items: readonly Item[]; row: (item: Item) => ReactNode }) {
  return <ul className="divide-y rounded-md border bg-card">{items.map(row)}</ul>
}

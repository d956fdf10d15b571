import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import type { OwnedFilter } from '../../api/client/filters.ts'
import { joinPages, type Page as ListPage } from '../../api/client/page.ts'
import { isUnconfirmed, type Owned, type OwnedKind } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { Page } from '../frame/page.tsx'
import { Loaded } from '../loaded.tsx'
import { FoldedList } from './folded-list.tsx'
import { OwnedFilters } from './owned-filters.tsx'
import { type Activity, type Sort, sortOwned } from './owned-sort.ts'
import { UnclaimedList } from './unclaimed.tsx'
import { UnconfirmedList } from './unconfirmed.tsx'

/** Singular and plural of a kind: "telemetry endpoint", "telemetry endpoints". */
type Words = { one: string; many: string }

/**
 * Screen that lists endpoints of a kind and creates them.
 *
 * @param props.makeLabel label of the create button
 * @param props.searched sentence about the search, for no results
 * @param props.first empty state
 * @param props.above content between filters and rows
 * @param props.dialog dialog that creates one
 */
export function OwnedList<Item extends Owned>(props: {
  kind: OwnedKind
  title: string
  description?: string
  words: Words
  makeLabel: string
  searched: string
  query: UseInfiniteQueryResult<{ pages: ListPage<Item>[] }, ApiError>
  filter: OwnedFilter
  sort: Sort
  getActivity: (item: Item) => Activity
  onSort: (sort: Sort) => void
  /** True if the URL asks for the dialog that creates one. */
  creating: boolean
  onFilter: (filter: OwnedFilter) => void
  first: (onNew: () => void) => ReactNode
  above?: (one: Item) => ReactNode
  row: (item: Item) => ReactNode
  dialog: (making: { open: boolean; onClose: () => void }) => ReactNode
}) {
  const { title, description, words, makeLabel, query, filter, creating, first, dialog } = props
  const [making, setMaking] = useState(false)
  const make = () => setMaking(true)
  const close = () => {
    setMaking(false)
    if (creating) props.onFilter(filter)
  }
  const filtered = filter.q !== undefined || filter.state !== undefined
  const empty = !filtered && query.data?.pages[0]?.data.length === 0
  useShortcuts([{ keys: 'n', does: `New ${words.one}`, group: 'List', run: make }])
  return (
    <Page
      title={title}
      description={description}
      width="wide"
      actions={
        empty ? null : (
          <Button weight="main" icon="plus" onClick={make}>
            {makeLabel}
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} label={`Loading ${words.many}`} />}>
        {({ pages }) => (
          <>
            {filtered ? null : <UnclaimedList kind={props.kind} />}
            {empty ? first(make) : <Filtered {...props} items={joinPages(pages)} />}
          </>
        )}
      </Loaded>
      {dialog({ open: making || creating, onClose: close })}
    </Page>
  )
}

function Filtered<Item extends Owned>(props: {
  kind: OwnedKind
  items: readonly Item[]
  words: Words
  searched: string
  query: UseInfiniteQueryResult<unknown, ApiError>
  filter: OwnedFilter
  sort: Sort
  getActivity: (item: Item) => Activity
  onSort: (sort: Sort) => void
  onFilter: (filter: OwnedFilter) => void
  above?: (one: Item) => ReactNode
  row: (item: Item) => ReactNode
}) {
  const { kind, items: listed, words, searched, query, filter, sort, getActivity, onSort } = props
  const { onFilter, above, row } = props
  const items = sortOwned(listed, { sort, getActivity })
  useAllPages(query, { sort })
  const [one] = items
  const unconfirmed = items.filter(isUnconfirmed)
  return (
    <>
      <OwnedFilters of={words.many} filter={filter} onChange={onFilter} sort={sort} onSort={onSort} />
      {one === undefined && !query.hasNextPage ? (
        <EmptyState
          icon="search"
          title={`No matching ${words.many}`}
          actions={<Button onClick={() => onFilter({})}>Show all</Button>}
        >
          {searched}
        </EmptyState>
      ) : (
        <>
          {one === undefined ? null : above?.(one)}
          <UnconfirmedList kind={kind} items={unconfirmed} row={row} />
          <FoldedList
            items={items.filter((item) => !unconfirmed.includes(item))}
            fold={filter.state === undefined}
            one={`retired ${words.one}`}
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

import { useRef } from 'react'
import type { OwnedFilter } from '../../api/client/filters.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { SORTS, type Sort } from './owned-sort.ts'

const STATES = [
  { value: 'all', label: 'All states' },
  { value: 'claimed', label: 'Active' },
  { value: 'retired', label: 'Retired' },
] as const

/** Filters of a list of endpoints, in the URL. */
export function OwnedFilters(props: {
  filter: OwnedFilter
  onChange: (filter: OwnedFilter) => void
  sort: Sort
  onSort: (sort: Sort) => void
  /** Plural of the kind: "queues". */
  of: string
}) {
  const { filter, onChange, sort, onSort, of } = props
  const { text, setText } = useTypedSearch(filter.q, (q) => onChange({ ...filter, q }))
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', does: 'Search', group: 'list', run: () => box.current?.select() }])
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <TextField
        ref={box}
        type="search"
        label={`Search ${of}`}
        quietLabel
        placeholder="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-40 flex-1 max-sm:basis-full sm:max-w-72"
      />
      <Select
        className="max-sm:flex-1"
        label="State"
        value={filter.state ?? 'all'}
        choices={STATES}
        onChange={(state) => onChange({ ...filter, state: state === 'all' ? undefined : state })}
      />
      <Select className="max-sm:flex-1" label="Sort by" value={sort} choices={SORTS} onChange={onSort} />
    </div>
  )
}

import { useRef } from 'react'
import type { EndpointFilter } from '../../api/endpoints.ts'
import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useTypedSearch } from '../../controls/typed-search.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'

const STATES = [
  { value: 'all', label: 'All states' },
  { value: 'claimed', label: 'Active' },
  { value: 'retired', label: 'Retired' },
] as const

/** Narrows the list; what is chosen stands in the address. */
export function EndpointFilters(props: {
  filter: EndpointFilter
  onChange: (filter: EndpointFilter) => void
  of?: 'endpoints' | 'queues'
}) {
  const { filter, onChange, of = 'endpoints' } = props
  const { text, setText } = useTypedSearch(filter.q, (q) => onChange({ ...filter, q }))
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', does: 'Search', group: 'List', run: () => box.current?.select() }])
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
        className="min-w-40 flex-1 sm:max-w-72"
      />
      <Select
        label="State"
        value={filter.state ?? 'all'}
        choices={STATES}
        onChange={(state) => onChange({ ...filter, state: state === 'all' ? undefined : state })}
      />
    </div>
  )
}

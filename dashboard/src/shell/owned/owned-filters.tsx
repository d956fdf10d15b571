import { useRef } from 'react'
import type { OwnedFilter } from '../../api/client/filters.ts'
import type { OwnedKind } from '../../api/endpoints/owned.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import type { Sort } from './owned-sort.ts'

const STATES = [
  { value: 'all', text: 'owned.state.all' },
  { value: 'claimed', text: 'owned.state.active' },
  { value: 'retired', text: 'owned.state.retired' },
] as const
const SORTS = [
  { value: 'newest', text: 'owned.sort.newest' },
  { value: 'name', text: 'shell.words.name' },
  { value: 'used', text: 'owned.sort.used' },
  { value: 'latest', text: 'owned.sort.latest' },
] as const satisfies readonly { value: Sort; text: PlainKey }[]
const SEARCH = {
  endpoints: 'owned.search.forms',
  telemetry: 'owned.search.telemetry',
  queues: 'owned.search.queues',
} as const satisfies Record<OwnedKind, PlainKey>

/** Filters of a list of endpoints, in the URL. */
export function OwnedFilters(props: {
  filter: OwnedFilter
  onChange: (filter: OwnedFilter) => void
  sort: Sort
  onSort: (sort: Sort) => void
  kind: OwnedKind
}) {
  const { filter, onChange, sort, onSort, kind } = props
  const { text, setText } = useTypedSearch(filter.q, (q) => onChange({ ...filter, q }))
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([
    { keys: '/', does: t('shell.words.search'), group: 'list', run: () => box.current?.select() },
  ])
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <TextField
        ref={box}
        type="search"
        label={t(SEARCH[kind])}
        quietLabel
        placeholder={t('shell.words.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-40 flex-1 max-sm:basis-full sm:max-w-72"
      />
      <Select
        className="max-sm:flex-1"
        label={t('owned.state.label')}
        value={filter.state ?? 'all'}
        choices={STATES.map(({ value, text: name }) => ({ value, label: t(name) }))}
        onChange={(state) => onChange({ ...filter, state: state === 'all' ? undefined : state })}
      />
      <Select
        className="max-sm:flex-1"
        label={t('owned.sort.label')}
        value={sort}
        choices={SORTS.map(({ value, text: name }) => ({ value, label: t(name) }))}
        onChange={onSort}
      />
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { EndpointFilter } from '../../api/endpoints.ts'
import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'

const STATES = [
  { value: 'all', label: 'All states' },
  { value: 'claimed', label: 'Active' },
  { value: 'retired', label: 'Retired' },
] as const
/** So that a word is asked for once, not letter by letter. */
const TYPING_MS = 250

/** Narrows the list; what is chosen stands in the address. */
export function EndpointFilters(props: {
  filter: EndpointFilter
  onChange: (filter: EndpointFilter) => void
}) {
  const { filter, onChange } = props
  const [text, setText] = useState(filter.q ?? '')
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', does: 'Search', group: 'List', run: () => box.current?.focus() }])
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    const q = text.trim() || undefined
    if (q === filter.q) return
    const timer = setTimeout(() => change.current({ ...filter, q }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, filter])
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <TextField
        ref={box}
        type="search"
        label="Search endpoints"
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

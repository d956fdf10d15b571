import { useState } from 'react'
import type { Endpoint } from '../../../api/schema.ts'
import { formatUnread } from '../../../api/submissions/submissions.ts'
import { Marked } from '../../../controls/marked.tsx'
import { type Option, OptionSearch } from '../../../controls/option-search.tsx'
import { toSearchWords } from '../../../controls/search-words.ts'

/** Forms that contain what is typed, those with unread submissions first. */
export function EndpointOptions(props: {
  endpoints: readonly Endpoint[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}) {
  const { endpoints, chosen, onChoose } = props
  const [text, setText] = useState('')
  const words = toSearchWords(text)
  const typed = text.trim().toLowerCase()
  const matching = endpoints.filter(({ id, name }) => `${name ?? ''} ${id}`.toLowerCase().includes(typed))
  const forms = matching
    .toSorted((one, other) => other.unread - one.unread)
    .map(({ id, name, unread, state }): Option => {
      return {
        id,
        label: <Marked text={name ?? id} words={words} />,
        chosen: id === chosen,
        onChoose: () => onChoose(id),
        ...(state === 'retired' ? { detail: 'Retired' } : {}),
        ...(unread > 0
          ? { end: <span className="text-xs text-accent tabular-nums">{formatUnread(unread)} unread</span> }
          : {}),
      }
    })
  const all: Option = {
    id: 'all',
    label: 'All forms',
    chosen: chosen === undefined,
    onChoose: () => onChoose(undefined),
  }
  const options = typed === '' ? [all, ...forms] : forms
  return (
    <OptionSearch
      label="Find a form"
      placeholder="Find a form"
      text={text}
      onText={setText}
      options={options}
      note={options.length === 0 ? 'No results' : null}
    />
  )
}

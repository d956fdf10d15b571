import { useState } from 'react'
import type { Endpoint } from '../../../api/schema.ts'
import { formatUnread } from '../../../api/submissions/submissions.ts'
import { Marked } from '../../../controls/marked.tsx'
import { type Option, OptionSearch } from '../../../controls/option-search.tsx'
import { toSearchWords } from '../../../controls/search-words.ts'
import { t } from '../../../language/texts.ts'

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
        ...(state === 'retired' ? { detail: t('inbox.picker.retired') } : {}),
        ...(unread > 0
          ? {
              end: (
                <span className="text-xs text-accent tabular-nums">
                  {t('inbox.folders.unread', { count: unread, number: formatUnread(unread) })}
                </span>
              ),
            }
          : {}),
      }
    })
  const all: Option = {
    id: 'all',
    label: t('inbox.picker.all'),
    chosen: chosen === undefined,
    onChoose: () => onChoose(undefined),
  }
  const options = typed === '' ? [all, ...forms] : forms
  return (
    <OptionSearch
      label={t('inbox.picker.find')}
      placeholder={t('inbox.picker.find')}
      text={text}
      onText={setText}
      options={options}
      note={options.length === 0 ? t('inbox.matches.none') : null}
    />
  )
}

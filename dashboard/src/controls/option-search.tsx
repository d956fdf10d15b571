import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

const PAGE = 8

export type Option = {
  id: string
  icon?: IconName
  label: ReactNode
  /** Second line. */
  detail?: ReactNode
  /** Content at the end of the row. */
  end?: ReactNode
  /** Heading of its group. */
  group?: string
  /** True for the one in use. */
  chosen?: boolean
  onChoose: () => void
}

/**
 * Search field with a list of options below it. Focus stays in the field: arrows and Page keys move in the list, Enter
 * chooses. Home and End move in the list while the field is empty.
 *
 * @param props.note text below the options: "No results"
 */
export function OptionSearch(props: {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  note?: string | null
  className?: string
}) {
  const { label, placeholder, text, onText, options, note, className } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const place = Math.max(
    0,
    options.findIndex((one) => one.id === active),
  )
  const current = options[place]
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  // It may be loaded after its layer has opened.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      current?.onChoose()
      return
    }
    const next = placeAfter(event.key, { place, last: options.length - 1, isEmpty: text === '' })
    if (next === null) return
    event.preventDefault()
    setActive(options[next]?.id ?? null)
  }

  return (
    <div className={classes('flex min-h-0 flex-col', className)}>
      <div className="relative border-b">
        <Icon
          name="search"
          className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${id}-${place}` : undefined}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => {
            setActive(null)
            onText(target.value)
          }}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          className="h-12 w-full bg-transparent ps-11 pe-4 text-base outline-none pointer-coarse:text-[1rem]"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5 scrollbar-quiet"
      >
        {options.map((option, at) => (
          <div key={option.id} role="presentation">
            {option.group !== undefined && option.group !== options[at - 1]?.group ? (
              <p role="presentation" className="px-2.5 pt-2.5 pb-1 text-xs font-semibold text-muted">
                {option.group}
              </p>
            ) : null}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, which handles the keys */}
            <div
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === place}
              onClick={option.onChoose}
              onPointerMove={() => at !== place && setActive(option.id)}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm aria-selected:bg-sunken pointer-coarse:min-h-11"
            >
              {option.icon ? <Icon name={option.icon} className="text-muted" /> : null}
              <span className="flex min-w-0 flex-1 flex-col">
                <bdi className="truncate">{option.label}</bdi>
                {option.detail ? <bdi className="truncate text-xs text-muted">{option.detail}</bdi> : null}
              </span>
              {option.end}
              {option.chosen ? <Icon name="check" className="size-4 text-accent" /> : null}
            </div>
          </div>
        ))}
      </div>
      <p role="status" className="px-4 py-3 text-sm text-muted empty:hidden">
        {note}
      </p>
    </div>
  )
}

function placeAfter(key: string, list: { place: number; last: number; isEmpty: boolean }): number | null {
  const { place, last, isEmpty } = list
  switch (key) {
    case 'ArrowDown':
      return place === last ? 0 : place + 1
    case 'ArrowUp':
      return place === 0 ? last : place - 1
    case 'PageDown':
      return Math.min(last, place + PAGE)
    case 'PageUp':
      return Math.max(0, place - PAGE)
    case 'Home':
      return isEmpty ? 0 : null
    case 'End':
      return isEmpty ? last : null
    default:
      return null
  }
}

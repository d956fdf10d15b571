// biome-ignore-all lint/a11y/useSemanticElements: rows that are out of sight are not in the document, so it is no table.

import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { Icon } from '../../controls/icon.tsx'
import { direction } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { columnLabel } from './table-rows.ts'
import { MAX_WIDTH, MIN_WIDTH, type TableSearch, toWidth } from './table-search.ts'

const WIDTH_STEP = 20
/** Direction in which a column grows. */
const FORWARD = direction === 'rtl' ? -1 : 1

/** Heading of a column: sorts, filters, and changes its width. */
export function HeadCell(props: {
  column: string
  width: number
  search: TableSearch
  onChange: (part: TableSearch) => void
  onDrag: (width: number) => void
}) {
  const { column, width, search, onChange, onDrag } = props
  const label = columnLabel(column)
  const { sort, where = {} } = search
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'
  const next = { none: column, ascending: `-${column}`, descending: undefined }[order]
  const { text, setText } = useTypedSearch(where[column], (filter) => {
    const { [column]: _, ...others } = where
    const changed = filter === undefined ? others : { ...others, [column]: filter }
    onChange({ where: Object.keys(changed).length === 0 ? undefined : changed })
  })
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus.
    <div role="columnheader" aria-sort={order} className="relative min-w-0 border-e px-1 pt-1 pb-1.5">
      <button
        type="button"
        onClick={() => onChange({ sort: next })}
        className="flex h-8 w-full min-w-0 items-center gap-1 rounded-sm px-2 text-start text-sm font-semibold hover:text-accent pointer-coarse:h-11"
      >
        <bdi className="min-w-0 truncate">{label}</bdi>
        {order === 'none' ? null : (
          <Icon name="down" className={order === 'ascending' ? 'size-3.5 rotate-180' : 'size-3.5'} />
        )}
      </button>
      <input
        type="search"
        aria-label={t('table.filterOf', { column: label })}
        placeholder={t('table.filter')}
        dir={text === '' ? undefined : 'auto'}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="h-7 w-full rounded-sm border bg-card px-2 text-xs pointer-coarse:h-10 pointer-coarse:text-[1rem]"
      />
      <Resizer
        label={label}
        width={width}
        onDrag={onDrag}
        onChange={(changed) => onChange({ widths: { ...search.widths, [column]: changed } })}
      />
    </div>
  )
}

/** The width is in the URL once the column is let go: browsers limit how often a page changes its URL. */
function Resizer(props: {
  label: string
  width: number
  onDrag: (width: number) => void
  onChange: (width: number) => void
}) {
  const { label, width, onDrag, onChange } = props
  const [grip, setGrip] = useState<{ x: number; width: number } | null>(null)
  function drag(event: PointerEvent): void {
    if (grip) onDrag(toWidth(grip.width + (event.clientX - grip.x) * FORWARD))
  }
  function letGo(): void {
    if (grip && grip.width !== width) onChange(width)
    setGrip(null)
  }
  function step(event: KeyboardEvent): void {
    const by = { ArrowLeft: -WIDTH_STEP * FORWARD, ArrowRight: WIDTH_STEP * FORWARD }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(toWidth(width + by))
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.width', { column: label })}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setGrip({ x: event.clientX, width })
      }}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={step}
      className="absolute inset-y-0 end-0 w-2 cursor-col-resize touch-none pointer-coarse:w-5 hover:bg-accent/40 focus-visible:bg-accent"
    />
  )
}

// biome-ignore-all lint/a11y/useSemanticElements: rows that are out of sight are not in the document, so it is no table.

import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Moment } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { type RowLayout, withoutHeadings } from '../inbox/list/row-layout.ts'
import { useRowWindow } from '../inbox/list/row-window.ts'
import { HeadCell } from './head-cell.tsx'
import { cellText, columnLabel, RECEIVED, type TableRow } from './table-rows.ts'
import type { TableSearch } from './table-search.ts'

const ROW_HEIGHT = 40
const PAGE_ROWS = 10
const DEFAULT_WIDTH = 180
/** Characters of a cell that are drawn; the widest column shows fewer. */
const MAX_CELL_LENGTH = 200

/** Virtualized rows with a cursor that the arrow, Home, End and Page keys move; Enter opens the submission. */
export function Grid(props: {
  rows: readonly TableRow[]
  columns: readonly string[]
  search: TableSearch
  onChange: (part: TableSearch) => void
  onOpen: (row: TableRow) => void
}) {
  const { rows, columns, search, onChange, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useMemo<RowLayout>(
    () => ({ rowHeight: ROW_HEIGHT, headHeight: 0, groups: withoutHeadings(rows.length) }),
    [rows.length],
  )
  const { first, last } = useRowWindow(scroller, { count: rows.length, layout })
  const [cursor, setCursor] = useState(0)
  const current = Math.min(cursor, Math.max(0, rows.length - 1))
  const wantsFocus = useRef(false)
  const [dragged, setDragged] = useState<{ column: string; width: number } | null>(null)
  // Until the URL has the new width, so that the column does not jump back.
  const inUrl = JSON.stringify(search.widths)
  const [known, setKnown] = useState(inUrl)
  if (known !== inUrl) {
    setKnown(inUrl)
    setDragged(null)
  }
  const widths = columns.map((column) =>
    dragged?.column === column ? dragged.width : (search.widths?.[column] ?? DEFAULT_WIDTH),
  )
  const template = widths.map((width) => `${width}px`).join(' ')

  function move(to: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    const place = scroller.current
    setCursor(next)
    wantsFocus.current = true
    if (!place) return
    // The heading covers the first rows in sight.
    const head = place.querySelector('[data-head]')?.clientHeight ?? 0
    const top = next * ROW_HEIGHT
    if (top < place.scrollTop) place.scrollTop = top
    const below = top + ROW_HEIGHT + head - place.clientHeight
    if (below > place.scrollTop) place.scrollTop = below
  }
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${current}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  function steer(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = {
      ...{ ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 },
      ...{ PageDown: current + PAGE_ROWS, PageUp: current - PAGE_ROWS },
    }
    const to = steps[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && rows[current]) onOpen(rows[current])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t('table.label')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      className="relative max-h-[70dvh] min-h-48 overflow-auto rounded-md border bg-card scrollbar-quiet"
    >
      <div
        data-head
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
        className="sticky top-0 z-10 grid w-max min-w-full border-b bg-sunken"
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column, place) => (
          <HeadCell
            key={column}
            column={column}
            width={widths[place] ?? DEFAULT_WIDTH}
            search={search}
            onChange={onChange}
            onDrag={(width) => setDragged({ column, width })}
          />
        ))}
      </div>
      <div role="rowgroup" className="relative w-max min-w-full" style={{ height: rows.length * ROW_HEIGHT }}>
        {rows.slice(first, last + 1).map((row, index) => {
          const place = first + index
          return (
            <div
              key={row.id}
              role="row"
              data-place={place}
              aria-rowindex={place + 2}
              tabIndex={place === current ? 0 : -1}
              onClick={() => onOpen(row)}
              onFocus={() => setCursor(place)}
              onKeyDown={steer}
              className="absolute inset-x-0 grid cursor-pointer items-center border-b text-sm -outline-offset-2 hover:bg-sunken/60"
              style={{ top: place * ROW_HEIGHT, height: ROW_HEIGHT, gridTemplateColumns: template }}
            >
              {columns.map((column) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus.
                <div
                  key={column}
                  role="gridcell"
                  title={column === RECEIVED ? undefined : cellText(row, column)}
                  className="truncate px-3 text-left [unicode-bidi:plaintext] in-[[dir=rtl]]:text-right"
                >
                  {column === RECEIVED ? (
                    <Moment at={row.receivedAt} />
                  ) : (
                    cellText(row, column).slice(0, MAX_CELL_LENGTH) || (
                      <span className="sr-only">{t('table.emptyCell', { column: columnLabel(column) })}</span>
                    )
                  )}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

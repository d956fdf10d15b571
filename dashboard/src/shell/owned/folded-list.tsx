import type { ReactNode } from 'react'
import { pluralize } from '../../controls/numbers.ts'

/**
 * Rows of endpoints.
 *
 * @param props.fold folds retired ones behind a toggle
 * @param props.one label of a retired one: "retired queue"
 */
export function FoldedList<Item extends { id: string; state: 'claimed' | 'retired' }>(props: {
  items: readonly Item[]
  fold: boolean
  one: string
  row: (item: Item) => ReactNode
}) {
  const { items, fold, one, row } = props
  const retired = fold ? items.filter(({ state }) => state === 'retired') : []
  const shown = items.filter((item) => !retired.includes(item))
  return (
    <>
      {shown.length === 0 ? null : <Rows items={shown} row={row} />}
      {retired.length === 0 ? null : (
        <details className="mt-4" open={shown.length === 0}>
          <summary className="mb-2 min-h-6 cursor-pointer text-sm text-muted hover:text-ink">
            {pluralize(retired.length, one)}
          </summary>
          <Rows items={retired} row={row} />
        </details>
      )}
    </>
  )
}

function Rows<Item>({ items, row }: { items: readonly Item[]; row: (item: Item) => ReactNode }) {
  return <ul className="divide-y rounded-md border bg-card">{items.map(row)}</ul>
}

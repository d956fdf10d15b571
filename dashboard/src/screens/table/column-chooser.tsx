import { IconButton } from '../../controls/icon-button.tsx'
import { t } from '../../language/texts.ts'
import { columnLabel } from './table-rows.ts'

/** Chooses the columns of the table, at least one, and their order. */
export function ColumnChooser(props: {
  all: readonly string[]
  chosen: readonly string[]
  onChange: (columns: readonly string[]) => void
}) {
  const { all, chosen, onChange } = props
  const left = all.filter((column) => !chosen.includes(column))
  const toggle = (column: string) =>
    onChange(chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column])
  function move(column: string, by: -1 | 1): void {
    const place = chosen.indexOf(column)
    const others = chosen.filter((one) => one !== column)
    onChange([...others.slice(0, place + by), column, ...others.slice(place + by)])
  }
  return (
    <fieldset className="rounded-md border bg-card px-4 py-3">
      <legend className="sr-only">{t('table.columns')}</legend>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {[...chosen, ...left].map((column) => {
          const place = chosen.indexOf(column)
          const label = columnLabel(column)
          return (
            <li key={column} className="flex min-h-9 items-center gap-1 text-sm pointer-coarse:min-h-11">
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input
                  type="checkbox"
                  checked={place !== -1}
                  disabled={place !== -1 && chosen.length === 1}
                  onChange={() => toggle(column)}
                  className="size-4 accent-accent"
                />
                <bdi className="truncate">{label}</bdi>
              </label>
              {place === -1 ? null : (
                <>
                  <IconButton
                    icon="left"
                    label={t('table.moveBack', { column: label })}
                    tip="none"
                    disabled={place === 0}
                    onClick={() => move(column, -1)}
                    className="rtl:-scale-x-100 pointer-fine:size-7!"
                  />
                  <IconButton
                    icon="right"
                    label={t('table.moveForward', { column: label })}
                    tip="none"
                    disabled={place === chosen.length - 1}
                    onClick={() => move(column, 1)}
                    className="rtl:-scale-x-100 pointer-fine:size-7!"
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

import { count } from '../../../controls/numbers.ts'
import { t } from '../../../language/texts.ts'

type Counted = { value: string | number | boolean; count: number }

/** Counted values, each with a bar. */
export function ValueBars({ label, items }: { label: string; items: readonly Counted[] }) {
  const most = Math.max(1, ...items.map((item) => item.count))
  return (
    <ol aria-label={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-0.5 text-sm tabular-nums">
      {items.map((item) => (
        <li key={`${typeof item.value} ${item.value}`} className="col-span-2 grid grid-cols-subgrid py-0.5">
          <span className="relative">
            <span
              aria-hidden="true"
              className="absolute -inset-y-0.5 start-0 rounded-sm bg-tint"
              style={{ width: `${(item.count / most) * 100}%` }}
            />
            <bdi className="relative block truncate px-2 py-0.5" title={String(item.value)}>
              {item.value === '' ? t('telemetry.empty') : String(item.value)}
            </bdi>
          </span>
          <span className="px-2 py-0.5 text-end">{count(item.count)}</span>
        </li>
      ))}
    </ol>
  )
}

import { t } from '../../language/texts.ts'

/** Maximum number of bars that each get a label. */
const MAX_NAMED = 7

/** Labels below the bars: all of them if they fit, else the first, the middle and the last. */
export function TimeAxis({ labels }: { labels: readonly string[] }) {
  const last = labels.length - 1
  if (labels.length <= MAX_NAMED) {
    return (
      <div className="flex text-xs text-muted tabular-nums" aria-hidden="true">
        {labels.map((label, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat when clocks go back.
            key={place}
            dir="auto"
            className={`flex min-w-0 flex-1 justify-center whitespace-nowrap ${(last - place) % 2 === 1 ? 'max-sm:invisible' : ''}`}
          >
            {label}
          </span>
        ))}
      </div>
    )
  }
  const middle = Math.floor(labels.length / 2)
  return (
    <div className="relative flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
      <span dir="auto">{labels[0]}</span>
      <span
        dir="auto"
        className="absolute -translate-x-1/2 max-sm:hidden"
        style={{ left: `${((middle + 0.5) / labels.length) * 100}%` }}
      >
        {labels[middle]}
      </span>
      <span dir="auto">{labels[last]}</span>
    </div>
  )
}

/**
 * The numbers of a chart as a table.
 *
 * @param props.columns headings; the first one is that of the labels
 */
export function ChartTable(props: {
  columns: readonly string[]
  rows: readonly { key: string; label: string; values: readonly string[] }[]
}) {
  const [name, ...others] = props.columns
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">
        {t('shell.charts.asTable')}
      </summary>
      <table className="mt-2 w-full max-w-md text-start tabular-nums">
        <thead>
          <tr>
            <th className="py-1 pe-4 text-start font-semibold">{name}</th>
            {others.map((column) => (
              <th key={column} className="py-1 ps-4 text-end font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ key, label, values }) => (
            <tr key={key} className="border-t">
              <td className="py-1 pe-4">{label}</td>
              {values.map((value, place) => (
                <td key={others[place]} className="py-1 ps-4 text-end">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Message in an empty chart. */
export function NoBars({ children }: { children: string }) {
  return (
    <p className="absolute inset-0 flex items-center justify-center px-4 text-center text-sm text-muted">
      {children}
    </p>
  )
}

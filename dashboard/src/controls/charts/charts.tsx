import { useId } from 'react'
import { count } from '../numbers.ts'
import { ChartTable, TimeAxis } from './chart-parts.tsx'

const WIDTH = 120
const HEIGHT = 28
/** Minimum bar height: keeps a day with one submission visible beside one with a thousand. */
const MIN_BAR_HEIGHT = 2
const GAP = 1

/**
 * A sparkline of a month: one bar per day, oldest first.
 *
 * @param props.summary text alternative, such as "12 submissions in the last 30 days"
 */
export function Sparkline({ values, summary }: { values: readonly number[]; summary: string }) {
  const most = Math.max(1, ...values)
  const step = WIDTH / values.length
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-7 w-30" role="img" aria-label={summary}>
      <title>{summary}</title>
      {values.map((value, index) => {
        const height = value === 0 ? 1 : MIN_BAR_HEIGHT + (value / most) * (HEIGHT - MIN_BAR_HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day.
            key={index}
            x={index * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx="1"
            className={value === 0 ? 'fill-line' : 'fill-accent'}
          />
        )
      })}
    </svg>
  )
}

/**
 * A bar chart with a table of the same numbers.
 *
 * @param props.points label and value of each bar
 */
export function BarChart(props: {
  title: string
  points: readonly { label: string; value: number }[]
  /** Headings of the table. */
  columns: readonly [string, string]
}) {
  const { title, points, columns } = props
  const id = useId()
  const most = Math.max(1, ...points.map((point) => point.value))
  const step = 100 / Math.max(1, points.length)
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-3">
      <figcaption id={id} className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">Peak: {count(most)}</span>
      </figcaption>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" className="block h-40 w-full" aria-hidden="true">
        {points.map(({ label, value }, index) => {
          const height = value === 0 ? 0.5 : Math.max(1, (value / most) * 40)
          return (
            <rect
              key={label}
              x={(index + 0.1) * step}
              y={40 - height}
              width={step * 0.8}
              height={height}
              className={value === 0 ? 'fill-line' : 'fill-accent'}
            >
              <title>{`${label}: ${count(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <TimeAxis labels={points.map(({ label }) => label)} />
      <ChartTable
        columns={columns}
        rows={points.map(({ label, value }) => ({ key: label, label, values: [count(value)] }))}
      />
    </figure>
  )
}

import { useId } from 'react'
import { t } from '../../language/texts.ts'
import { count } from '../numbers.ts'
import { toTop } from './axis.ts'
import { ChartTable } from './chart-parts.tsx'
import { Plot, PlotBar } from './plot.tsx'

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
            className={value === 0 ? 'fill-line' : 'fill-accent/70'}
          />
        )
      })}
    </svg>
  )
}

/** Share of the width of a step that its bar takes. */
const BAR = 0.8

/**
 * A bar chart of days with a table of the same numbers. The last bar is that of the running day.
 *
 * @param props.points label and value of each bar
 */
export function BarChart(props: {
  title: string
  points: readonly { label: string; value: number }[]
  /** Headings of the table: that of the days, and what is counted. */
  columns: readonly [day: string, what: string]
}) {
  const { title, points, columns } = props
  const [, what] = columns
  const id = useId()
  const most = Math.max(1, ...points.map((point) => point.value))
  const last = points.length - 1
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">{t('shell.charts.peak', { number: count(most) })}</span>
      </figcaption>
      <Plot
        label={t('shell.charts.perDay', { what })}
        most={most}
        height="h-40"
        labels={points.map(({ label }) => label)}
        points={points.map(({ label, value }, place) => ({
          label: place === last ? t('shell.charts.soFar', { label }) : label,
          values: [[what, count(value)]],
        }))}
      >
        {points.map(({ label, value }, place) => (
          <PlotBar
            key={label}
            left={(place + (1 - BAR) / 2) / points.length}
            width={BAR / points.length}
            part={value / toTop(most)}
            color="bg-accent/70"
            state={place === last ? 'running' : 'whole'}
          />
        ))}
      </Plot>
      <ChartTable
        columns={columns}
        rows={points.map(({ label, value }) => ({ key: label, label, values: [count(value)] }))}
      />
    </figure>
  )
}

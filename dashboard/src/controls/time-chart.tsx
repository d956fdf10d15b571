import { type ReactNode, useId } from 'react'
import { count } from './numbers.ts'

const WIDTH = 100
const HEIGHT = 40
/** So that an hour with one event is seen beside one with a thousand. */
const LEAST = 1
const BAR = 0.8

export type TimePoint = { label: string; value: number; average: number }

/**
 * Bars over time with the line of their average, as wide as their place; the same numbers in a table that can be opened.
 *
 * @param props.bars what a bar is, such as "Events an hour"
 * @param props.line what the line is
 */
export function TimeChart(props: {
  title: ReactNode
  bars: string
  line: string
  points: readonly TimePoint[]
  /** The heading of the first column of the table. */
  time: string
}) {
  const { title, bars, line, points, time } = props
  const id = useId()
  const most = Math.max(1, ...points.map(({ value, average }) => Math.max(value, average)))
  const middle = points[Math.floor(points.length / 2)]
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">most: {count(Math.ceil(most))}</span>
      </figcaption>
      <Drawing points={points} most={most} />
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span className="max-sm:hidden">{middle?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent">
          {bars}
        </span>
        <span className="inline-flex items-center gap-1.5 before:h-0.5 before:w-4 before:bg-ink">{line}</span>
      </p>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">As a table</summary>
        <table className="mt-2 w-full max-w-md text-left tabular-nums">
          <thead>
            <tr>
              <th className="py-1 pr-4 font-semibold">{time}</th>
              <th className="py-1 pr-4 text-right font-semibold">Events</th>
              <th className="py-1 text-right font-semibold">Average</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, average }) => (
              <tr key={label} className="border-t">
                <td className="py-1 pr-4">{label}</td>
                <td className="py-1 pr-4 text-right">{count(value)}</td>
                <td className="py-1 text-right">{averageText(average)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Drawing({ points, most }: { points: readonly TimePoint[]; most: number }) {
  const step = WIDTH / Math.max(1, points.length)
  const heightOf = (value: number) => (value / most) * HEIGHT
  const line = points
    .map(({ average }, index) => `${(index + BAR / 2) * step},${HEIGHT - heightOf(average)}`)
    .join(' ')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-48 w-full overflow-visible"
      aria-hidden="true"
    >
      {points.map(({ label, value }, index) => {
        const height = value === 0 ? LEAST / 2 : Math.max(LEAST, heightOf(value))
        return (
          <g key={label}>
            <title>{`${label}: ${count(value)}`}</title>
            <rect
              x={index * step}
              y={HEIGHT - height}
              width={step * BAR}
              height={height}
              className={value === 0 ? 'fill-line' : 'fill-accent'}
            />
            {/* What is pointed at to read its number: as high as the chart. */}
            <rect x={index * step} width={step} height={HEIGHT} className="fill-transparent" />
          </g>
        )
      })}
      <Line points={line} className="stroke-card stroke-5" />
      <Line points={line} className="stroke-ink stroke-2" />
    </svg>
  )
}

/** A line in the height of a word, for the row of a table that says its number. */
export function SmallLine({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, index) => `${index * step},${HEIGHT - (value / most) * HEIGHT}`)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-5 w-full overflow-visible"
      aria-hidden="true"
    >
      <Line points={points.join(' ')} className="stroke-accent stroke-[1.5]" />
    </svg>
  )
}

/** As thick as it is called, however the drawing is stretched. */
function Line({ points, className }: { points: string; className: string }) {
  return (
    <polyline
      points={points}
      vectorEffect="non-scaling-stroke"
      strokeLinejoin="round"
      strokeLinecap="round"
      className={`pointer-events-none fill-none ${className}`}
    />
  )
}

function averageText(average: number): string {
  return average === 0 || average >= 100 ? count(Math.round(average)) : average.toFixed(1)
}

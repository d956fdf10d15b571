import { type ReactNode, useId } from 'react'
import { count } from '../numbers.ts'
import { ChartTable, NoBars, TimeAxis } from './chart-parts.tsx'

const WIDTH = 100
const HEIGHT = 40
/** Minimum bar height: keeps an hour with one event visible beside one with a thousand. */
const MIN_BAR_HEIGHT = 1
const BAR = 0.8

type TimePoint = { label: string; value: number; average: number }

const STEPS = {
  hour: { column: 'Hour', each: 'per hour' },
  day: { column: 'Day', each: 'per day' },
} as const

/**
 * Bars over time with a line of their average, and a table of the same numbers.
 *
 * @param props.step unit of a bar
 * @param props.line label of the line
 */
export function TimeChart(props: {
  title: ReactNode
  step: keyof typeof STEPS
  line: string
  points: readonly TimePoint[]
}) {
  const { title, step, line, points } = props
  const { column, each } = STEPS[step]
  const id = useId()
  const highest = Math.max(0, ...points.map(({ value }) => value))
  const most = Math.max(1, ...points.map(({ value, average }) => Math.max(value, average)))
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold">{title}</span>
        {highest === 0 ? null : (
          <span className="text-muted tabular-nums">
            Peak: {count(highest)} {each}
          </span>
        )}
      </figcaption>
      <div className="relative">
        <Drawing points={points} most={most} />
        {highest === 0 ? <NoBars>No events in this period.</NoBars> : null}
      </div>
      <TimeAxis labels={points.map(({ label }) => label)} />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent">
          Events {each}
        </span>
        <span className="inline-flex items-center gap-1.5 before:h-0.5 before:w-4 before:bg-ink">{line}</span>
      </p>
      <ChartTable
        columns={[column, 'Events', 'Average']}
        rows={points.map(({ label, value, average }) => ({
          key: label,
          label,
          values: [count(value), averageText(average)],
        }))}
      />
    </figure>
  )
}

function Drawing({ points, most }: { points: readonly TimePoint[]; most: number }) {
  const step = WIDTH / Math.max(1, points.length)
  const toHeight = (value: number) => (value / most) * HEIGHT
  const line = points
    .map(({ average }, index) => `${(index + 0.5) * step},${HEIGHT - toHeight(average)}`)
    .join(' ')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-48 w-full overflow-visible"
      aria-hidden="true"
    >
      {points.map(({ label, value }, index) => {
        const height = value === 0 ? MIN_BAR_HEIGHT / 2 : Math.max(MIN_BAR_HEIGHT, toHeight(value))
        return (
          <g key={label}>
            <title>{`${label}: ${count(value)}`}</title>
            <rect
              x={(index + (1 - BAR) / 2) * step}
              y={HEIGHT - height}
              width={step * BAR}
              height={height}
              className={value === 0 ? 'fill-line' : 'fill-accent'}
            />
            {/* Hover area of the full chart height. */}
            <rect x={index * step} width={step} height={HEIGHT} className="fill-transparent" />
          </g>
        )
      })}
      <Line points={line} className="stroke-card stroke-5" />
      <Line points={line} className="stroke-ink stroke-2" />
    </svg>
  )
}

/** A sparkline for a table row. */
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

/** Keeps the stroke width when the drawing is stretched. */
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

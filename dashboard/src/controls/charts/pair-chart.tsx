import { useId } from 'react'
import { count } from '../numbers.ts'
import { ChartTable, NoBars, TimeAxis } from './chart-parts.tsx'

const WIDTH = 100
const HEIGHT = 40
/** Minimum bar height: keeps an hour with one message visible beside one with a thousand. */
const MIN_BAR_HEIGHT = 1
const BAR = 0.38
/** Gap before and after a pair. */
const EDGE = (1 - 2 * BAR) / 2

/** `at` is unique; labels may repeat when clocks go back. */
type PairPoint = { at: string; label: string; one: number; other: number }

/**
 * A bar chart with two bars per point in time, and a table of the same numbers.
 *
 * @param props.nothing message of an empty chart
 */
export function PairChart(props: {
  /** Headings of the table; the last two name the bars. */
  time: string
  one: string
  other: string
  points: readonly PairPoint[]
  nothing: string
}) {
  const { time, one, other, points, nothing } = props
  const id = useId()
  const addUp = (which: 'one' | 'other') => points.reduce((sum, point) => sum + point[which], 0)
  const most = Math.max(1, ...points.map((point) => Math.max(point.one, point.other)))
  const isEmpty = addUp('one') + addUp('other') === 0
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent">
          <span className="font-semibold tabular-nums">{count(addUp('one'))}</span> {one.toLowerCase()}
        </span>
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-ink">
          <span className="font-semibold tabular-nums">{count(addUp('other'))}</span> {other.toLowerCase()}
        </span>
        {isEmpty ? null : (
          <span className="text-muted tabular-nums sm:ml-auto">Peak: {count(most)} per hour</span>
        )}
      </figcaption>
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full"
          aria-hidden="true"
        >
          {points.map((point, index) => (
            <Pair
              key={point.at}
              point={point}
              most={most}
              x={(index * WIDTH) / points.length}
              step={WIDTH / points.length}
              title={`${point.label}: ${count(point.one)} ${one.toLowerCase()}, ${count(point.other)} ${other.toLowerCase()}`}
            />
          ))}
        </svg>
        {isEmpty ? <NoBars>{nothing}</NoBars> : null}
      </div>
      <TimeAxis labels={points.map(({ label }) => label)} />
      <ChartTable
        columns={[time, one, other]}
        rows={points.map((point) => ({
          key: point.at,
          label: point.label,
          values: [count(point.one), count(point.other)],
        }))}
      />
    </figure>
  )
}

function Pair(props: { point: PairPoint; most: number; x: number; step: number; title: string }) {
  const { point, most, x, step, title } = props
  return (
    <g>
      <title>{title}</title>
      <Bar x={x + step * EDGE} width={step * BAR} value={point.one} most={most} fill="fill-accent" />
      <Bar x={x + step * (EDGE + BAR)} width={step * BAR} value={point.other} most={most} fill="fill-ink" />
      {/* Hover area of the full chart height. */}
      <rect x={x} width={step} height={HEIGHT} className="fill-transparent" />
    </g>
  )
}

function Bar(props: { x: number; width: number; value: number; most: number; fill: string }) {
  const { x, width, value, most, fill } = props
  const height = value === 0 ? MIN_BAR_HEIGHT / 2 : Math.max(MIN_BAR_HEIGHT, (value / most) * HEIGHT)
  return (
    <rect
      x={x}
      y={HEIGHT - height}
      width={width}
      height={height}
      className={value === 0 ? 'fill-line' : fill}
    />
  )
}

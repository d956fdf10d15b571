import { useId } from 'react'
import { count } from './numbers.ts'

const WIDTH = 100
const HEIGHT = 40
/** So that an hour with one is seen beside one with a thousand. */
const LEAST = 1
const BAR = 0.38

/** `at` is its own; the label may be that of another hour where clocks are put back. */
export type PairPoint = { at: string; label: string; one: number; other: number }

/**
 * Two bars beside each other for each point in time, as wide as their place; the same numbers in a table that can be opened.
 *
 * @param props.nothing what is said where all are nought
 */
export function PairChart(props: {
  /** The headings of the table; the last two name the bars. */
  time: string
  one: string
  other: string
  points: readonly PairPoint[]
  nothing: string
}) {
  const { time, one, other, points, nothing } = props
  const id = useId()
  const sumOf = (which: 'one' | 'other') => points.reduce((sum, point) => sum + point[which], 0)
  const most = Math.max(1, ...points.map((point) => Math.max(point.one, point.other)))
  const middle = points[Math.floor(points.length / 2)]
  const isEmpty = sumOf('one') + sumOf('other') === 0
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent">
          <span className="font-semibold tabular-nums">{count(sumOf('one'))}</span> {one.toLowerCase()}
        </span>
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-ink">
          <span className="font-semibold tabular-nums">{count(sumOf('other'))}</span> {other.toLowerCase()}
        </span>
        <span className="ml-auto text-muted tabular-nums">
          {isEmpty ? nothing : `most in an hour: ${count(most)}`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
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
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span className="max-sm:hidden">{middle?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">As a table</summary>
        <table className="mt-2 w-full max-w-md text-left tabular-nums">
          <thead>
            <tr>
              <th className="py-1 pr-4 font-semibold">{time}</th>
              <th className="py-1 pr-4 text-right font-semibold">{one}</th>
              <th className="py-1 text-right font-semibold">{other}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.at} className="border-t">
                <td className="py-1 pr-4">{point.label}</td>
                <td className="py-1 pr-4 text-right">{count(point.one)}</td>
                <td className="py-1 text-right">{count(point.other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Pair(props: { point: PairPoint; most: number; x: number; step: number; title: string }) {
  const { point, most, x, step, title } = props
  return (
    <g>
      <title>{title}</title>
      <Bar x={x} width={step * BAR} value={point.one} most={most} fill="fill-accent" />
      <Bar x={x + step * BAR} width={step * BAR} value={point.other} most={most} fill="fill-ink" />
      {/* What is pointed at to read its numbers: as high as the chart. */}
      <rect x={x} width={step} height={HEIGHT} className="fill-transparent" />
    </g>
  )
}

function Bar(props: { x: number; width: number; value: number; most: number; fill: string }) {
  const { x, width, value, most, fill } = props
  const height = value === 0 ? LEAST / 2 : Math.max(LEAST, (value / most) * HEIGHT)
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

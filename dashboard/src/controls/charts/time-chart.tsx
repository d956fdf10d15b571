import { type ReactNode, useId } from 'react'
import { t } from '../../language/texts.ts'
import { count, tenthsText } from '../numbers.ts'
import { toTop } from './axis.ts'
import { ChartTable, NoBars } from './chart-parts.tsx'
import { Plot, PlotBar } from './plot.tsx'

const WIDTH = 100
const HEIGHT = 40
const BAR = 0.8

/** `time` is unique; labels may repeat when clocks go back. `average` is null before the first event. */
type TimePoint = {
  time: string
  label: string
  value: number
  average: number | null
  /** Annotations within the step. */
  notes?: readonly string[] | undefined
}

const LINES = {
  dashed: {
    stroke: 'stroke-muted stroke-[1.5] [stroke-dasharray:5_4]',
    key: 'before:border-muted before:border-dashed',
  },
  dotted: {
    stroke: 'stroke-muted stroke-[1.75] [stroke-dasharray:1_4]',
    key: 'before:border-muted before:border-dotted',
  },
  other: {
    stroke: 'stroke-danger stroke-2 [stroke-dasharray:9_3_2_3]',
    key: 'before:border-dashed before:border-danger',
  },
} as const

/**
 * A line behind the bars, such as the same hours of yesterday.
 *
 * @property short name at a point and in the table
 * @property values of each point; null where it is not known
 */
export type ChartLine = {
  label: string
  short: string
  look: keyof typeof LINES
  values: readonly (number | null)[]
}

/** Maximum number of annotations shown at a point. */
const MAX_NOTES = 3

const STEPS = {
  hour: {
    column: 'shell.charts.hour',
    each: 'shell.charts.perHour',
    peak: 'shell.charts.peakPerHour',
    running: 'shell.charts.thisHour',
  },
  day: {
    column: 'shell.charts.day',
    each: 'shell.charts.perDay',
    peak: 'shell.charts.peakPerDay',
    running: 'shell.charts.today',
  },
} as const

const COUNTED = {
  events: { name: 'shell.charts.events', none: 'shell.charts.noEvents' },
  visitors: { name: 'shell.charts.visitors', none: 'shell.charts.noVisitors' },
} as const

/**
 * Bars over time with a line of their average and further ones to compare with, and a table of the same numbers. The last
 * bar is that of the running hour or day.
 *
 * @param props.counted what a bar counts
 * @param props.step unit of a bar
 * @param props.average label of the average
 * @param props.pick what a click on a step does
 */
export function TimeChart(props: {
  counted: keyof typeof COUNTED
  title: ReactNode
  step: keyof typeof STEPS
  average: string
  lines?: readonly ChartLine[]
  points: readonly TimePoint[]
  pick?: { hint: string; onPick: (place: number) => void } | undefined
}) {
  const { counted, title, step, average: averageLabel, points, pick } = props
  const lines = (props.lines ?? []).filter(({ values }) => values.some((value) => value !== null))
  const { column, each, peak, running } = STEPS[step]
  const name = t(COUNTED[counted].name)
  const nameEach = t(each, { what: name })
  const averageName = t('shell.charts.average')
  const id = useId()
  const highest = Math.max(0, ...points.map(({ value }) => value))
  const most = Math.max(
    1,
    ...points.map((point) => Math.max(point.value, point.average ?? 0)),
    ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)),
  )
  const last = points.length - 1
  const words = points.map(({ label, value, average, notes = [] }, place) => ({
    notes: notes.length > MAX_NOTES ? [...notes.slice(0, MAX_NOTES), '…'] : notes,
    label: place === last ? t('shell.charts.soFar', { label }) : label,
    values: [
      [name, count(value)] as const,
      ...lines.flatMap(({ short, values }) => {
        const other = values[place] ?? null
        return other === null ? [] : [[short, count(other)] as const]
      }),
      ...(average === null ? [] : [[averageName, averageText(average)] as const]),
    ],
  }))
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold">{title}</span>
        {highest === 0 ? null : (
          <span className="text-muted tabular-nums">{t(peak, { number: count(highest) })}</span>
        )}
      </figcaption>
      <Plot
        label={nameEach}
        most={most}
        points={words}
        height="h-48"
        labels={points.map((point) => point.label)}
        pick={pick}
      >
        <Marks points={points} />
        <Drawing points={points} lines={lines} most={toTop(most)} />
        {highest === 0 ? <NoBars>{t(COUNTED[counted].none)}</NoBars> : null}
      </Plot>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent/70">
          {nameEach}
        </span>
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent/35">
          {t(running)}
        </span>
        <span className="inline-flex items-center gap-1.5 before:h-0.5 before:w-4 before:bg-ink">
          {averageLabel}
        </span>
        {lines.map(({ label, look }) => (
          <span
            key={label}
            className={`inline-flex items-center gap-1.5 before:w-4 before:border-t-2 ${LINES[look].key}`}
          >
            {label}
          </span>
        ))}
        {points.some(({ notes }) => notes?.length) ? (
          <span className="inline-flex items-center gap-1.5 before:size-2 before:rotate-45 before:bg-ink">
            {t('shell.charts.annotation')}
          </span>
        ) : null}
      </p>
      <ChartTable
        columns={[t(column), name, ...lines.map(({ short }) => short), averageName]}
        rows={points.map(({ time, label, value, average }, place) => ({
          key: time,
          label,
          values: [
            count(value),
            ...lines.map(({ values }) => cellText(values[place] ?? null)),
            average === null ? '–' : averageText(average),
          ],
        }))}
      />
    </figure>
  )
}

function cellText(value: number | null): string {
  return value === null ? '–' : count(value)
}

function Drawing(props: { points: readonly TimePoint[]; lines: readonly ChartLine[]; most: number }) {
  const { points, lines, most } = props
  const step = WIDTH / Math.max(1, points.length)
  const toLine = (values: readonly (number | null)[]) =>
    values
      .flatMap((value, index) =>
        value === null ? [] : `${(index + 0.5) * step},${HEIGHT - (value / most) * HEIGHT}`,
      )
      .join(' ')
  const average = toLine(points.map((point) => point.average))
  return (
    <>
      {points.map(({ time, value, average: known }, index) =>
        // Before the first event there is nothing to show, not even a zero.
        known === null ? null : (
          <PlotBar
            key={time}
            left={(index + (1 - BAR) / 2) / points.length}
            width={BAR / points.length}
            part={value / most}
            color="bg-accent/70"
            state={index === points.length - 1 ? 'running' : 'whole'}
          />
        ),
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 block size-full overflow-visible"
        aria-hidden="true"
      >
        {lines.map(({ label, look, values }) => (
          <Line key={label} points={toLine(values)} className={LINES[look].stroke} />
        ))}
        <Line points={average} className="stroke-card stroke-5" />
        <Line points={average} className="stroke-ink stroke-2" />
      </svg>
    </>
  )
}

/** A line with a diamond on its top at each step that has annotations. */
function Marks({ points }: { points: readonly TimePoint[] }) {
  return points.map(({ time, notes }, place) =>
    notes?.length ? (
      <span
        key={time}
        aria-hidden="true"
        data-chart-mark
        className="pointer-events-none absolute inset-y-0 w-px -translate-x-1/2 bg-ink/40 before:absolute before:-top-1 before:left-1/2 before:size-2 before:-translate-x-1/2 before:rotate-45 before:bg-ink"
        style={{ left: `${((place + 0.5) / points.length) * 100}%` }}
      />
    ) : null,
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
  return average === 0 || average >= 100 ? count(Math.round(average)) : tenthsText(average)
}

import { type ReactNode, useId } from 'react'
import { language } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { count } from '../numbers.ts'
import { toTop } from './axis.ts'
import { ChartTable, NoBars } from './chart-parts.tsx'
import { Plot, PlotBar } from './plot.tsx'

const BAR = 0.38
/** Gap before and after a pair. */
const EDGE = (1 - 2 * BAR) / 2

const STEPS = {
  hour: { column: 'shell.charts.hour', peak: 'shell.charts.peakPerHour' },
  day: { column: 'shell.charts.day', peak: 'shell.charts.peakPerDay' },
} as const

/** `at` is unique; labels may repeat when clocks go back. */
type PairPoint = { at: string; label: string; one: number; other: number }

/**
 * A bar chart with two bars per point in time, and a table of the same numbers.
 *
 * @param props.nothing message of an empty chart
 * @param props.table a table with more numbers, in place of the usual one
 */
export function PairChart(props: {
  /** Unit of a pair. */
  step: keyof typeof STEPS
  /** Names of the bars, adjectives such as "Sent", and headings of the table. */
  one: string
  other: string
  points: readonly PairPoint[]
  nothing: string
  table?: ReactNode
}) {
  const { step, one, other, points, nothing, table } = props
  const { column, peak } = STEPS[step]
  const id = useId()
  const addUp = (which: 'one' | 'other') => points.reduce((sum, point) => sum + point[which], 0)
  const most = Math.max(1, ...points.map((point) => Math.max(point.one, point.other)))
  const isEmpty = addUp('one') + addUp('other') === 0
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption id={id} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-accent/70">
          <span className="font-semibold tabular-nums">{count(addUp('one'))}</span> {lowered(one)}
        </span>
        <span className="inline-flex items-center gap-1.5 before:size-2.5 before:rounded-[2px] before:bg-ink/70">
          <span className="font-semibold tabular-nums">{count(addUp('other'))}</span> {lowered(other)}
        </span>
        {isEmpty ? null : (
          <span className="text-muted tabular-nums sm:ms-auto">{t(peak, { number: count(most) })}</span>
        )}
      </figcaption>
      <Plot
        label={t('shell.charts.pair', { one, other: lowered(other) })}
        most={most}
        height="h-40"
        labels={points.map((point) => point.label)}
        points={points.map((point, place) => ({
          label: place === points.length - 1 ? t('shell.charts.soFar', { label: point.label }) : point.label,
          values: [
            [one, count(point.one)],
            [other, count(point.other)],
          ],
        }))}
      >
        {points.map((point, index) => (
          <Pair key={point.at} point={point} most={toTop(most)} place={index} of={points.length} />
        ))}
        {isEmpty ? <NoBars>{nothing}</NoBars> : null}
      </Plot>
      {table ?? (
        <ChartTable
          columns={[t(column), one, other]}
          rows={points.map((point) => ({
            key: point.at,
            label: point.label,
            values: [count(point.one), count(point.other)],
          }))}
        />
      )}
    </figure>
  )
}

/** Returns the name of a bar as it stands after its number. */
function lowered(name: string): string {
  return name.toLocaleLowerCase(language)
}

function Pair({ point, most, place, of }: { point: PairPoint; most: number; place: number; of: number }) {
  const state = place === of - 1 ? 'running' : 'whole'
  const bar = { width: BAR / of, state } as const
  return (
    <>
      <PlotBar {...bar} left={(place + EDGE) / of} part={point.one / most} color="bg-accent/70" />
      <PlotBar {...bar} left={(place + EDGE + BAR) / of} part={point.other / most} color="bg-ink/70" />
    </>
  )
}

import type { EventStats } from '../../api/schema.ts'
import { TimeChart } from '../../controls/charts/time-chart.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { t } from '../../language/texts.ts'
import { Comparison } from './comparison.tsx'
import { buildSeries, type Period, SHAPES, STEP_MS } from './series.ts'
import { withoutBefore } from './use-counts.ts'

type DayVisitors = NonNullable<EventStats['visitors']>
type Props = {
  stats: EventStats
  visitors: DayVisitors
  period: Period
  /** False where the period before is not kept. */
  comparable: boolean
}

/** Unique visitors of each day of a period. */
export function VisitorsSection(props: Props) {
  const { stats, visitors, period } = props
  return (
    <Section title={t('telemetry.visitors.title')} description={t('telemetry.visitors.hint')}>
      {period === '24h' ? <NewestDays until={stats.until} visitors={visitors} /> : <Days {...props} />}
    </Section>
  )
}

function Days({ stats, visitors, period, comparable }: Props) {
  const { line, average, before } = SHAPES[period]
  const all = buildSeries({ ...stats, data: visitors.map((day) => ({ ...day, name: '' })) }, period)
  const series = comparable ? all : withoutBefore(all)
  return (
    <TimeChart
      counted="visitors"
      title={
        <>
          {t('telemetry.visitors.total', { count: series.total })}
          <Comparison series={series} period={period} />
        </>
      }
      step="day"
      average={t(average)}
      lines={[
        {
          label: t(line),
          short: t(before),
          look: 'dashed',
          values: series.steps.map((step) => step.before),
        },
      ]}
      points={series.steps.map((step) => ({ ...step, label: chartText(new Date(step.time), 'day') }))}
    />
  )
}

/** The running day and the one before: the visitors of 24 hours that span two days are not known. */
function NewestDays({ until, visitors }: { until: string; visitors: DayVisitors }) {
  const today = Math.floor((Date.parse(until) - 1) / STEP_MS.day) * STEP_MS.day
  const days = [today, today - STEP_MS.day].map((start) => {
    const known = visitors.find(({ time }) => Date.parse(time) === start)
    const label = chartText(new Date(start), 'day')
    return {
      label: start === today ? t('telemetry.visitors.soFar', { day: label }) : label,
      count: known?.count ?? 0,
    }
  })
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
      {days.map((day) => (
        <div key={day.label} className="contents">
          <dt className="text-muted">{day.label}</dt>
          <dd className="text-end font-semibold">{count(day.count)}</dd>
        </div>
      ))}
    </dl>
  )
}

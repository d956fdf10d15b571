import { type ReactNode, useState } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import type { Annotation, Telemetry } from '../../api/schema.ts'
import { useAnnotations } from '../../api/telemetry/annotations.ts'
import { useEventStats } from '../../api/telemetry/events.ts'
import { Button } from '../../controls/button.tsx'
import { type ChartLine, TimeChart } from '../../controls/charts/time-chart.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { sentenceSpace } from '../../language/sentences.ts'
import { rich, t } from '../../language/texts.ts'
import { useFileExport } from '../../shell/file-export.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Comparison } from './comparison.tsx'
import { countAt, describeShown, type Period, type Series, SHAPES, STEP_MS } from './series.ts'

const AnnotationList = lazyPart(
  () => import('./annotations/annotation-list.tsx').then((file) => file.AnnotationList),
  <Skeleton className="h-24" />,
)
const AnnotationDialog = lazyPart(
  () => import('./annotations/annotation-dialog.tsx').then((file) => file.AnnotationDialog),
  null,
)

const NO_ANNOTATIONS: readonly Annotation[] = []

type Props = {
  telemetry: Telemetry
  series: Series
  period: Period
  name: string | undefined
  /** Name to compare that one with. */
  other: string | undefined
  /** Says what the chart cannot show; null where it shows everything. */
  missing: string | null
}

/** Events by hour or day, compared with earlier ones, with the annotations of the period. */
export function ChartSection({ telemetry, series, period, name, other, missing }: Props) {
  const { interval, average } = SHAPES[period]
  const { may } = useAccess()
  const { data: annotations = NO_ANNOTATIONS } = useAnnotations(telemetry.id)
  // Each opening begins with its own time; a dialog that fades out keeps what it showed.
  const [dialog, setDialog] = useState<{ times: number; open: boolean; at: Date | null }>({
    times: 0,
    open: false,
    at: null,
  })
  const mayAdd = may('editor', 'account') && telemetry.state === 'claimed'
  const openDialog = (at: Date | null) => setDialog(({ times }) => ({ times: times + 1, open: true, at }))
  const { steps } = series
  const shown = annotations.filter(({ at }) => Date.parse(at) >= Date.parse(series.since))
  const notes = steps.map((step, place) =>
    listNotes(shown, { step, interval, isLast: place === steps.length - 1 }),
  )
  const compared = useEventStats(
    telemetry.id,
    { interval, name: other, since: series.since },
    { enabled: other !== undefined },
  )
  const others = other !== undefined && compared.data ? countAt(series, compared.data) : null
  const lines =
    other === undefined
      ? toLines(series, period)
      : [
          {
            label: t('telemetry.chart.named', { name: other }),
            short: other,
            look: 'other' as const,
            values: others ?? [],
          },
        ]
  const { busy, start } = useFileExport()
  const exportChart = () =>
    start(async () => {
      const { writeChartCsv } = await import('./chart-csv.ts')
      const content = new Blob([writeChartCsv(series, { name, lines, notes })], {
        type: 'text/csv;charset=utf-8',
      })
      return { name: `events-by-${interval}.csv`, content }
    })
  return (
    <Section
      title={t(interval === 'hour' ? 'telemetry.chart.byHour' : 'telemetry.chart.byDay')}
      description={[describeShown(series, period), missing].filter(Boolean).join(sentenceSpace)}
    >
      <TimeChart
        counted="events"
        title={
          <>
            {describeTotal(series.total, { name, other, others })}
            {others === null ? <Comparison series={series} period={period} /> : null}
          </>
        }
        step={interval}
        average={t(average)}
        lines={lines}
        points={steps.map((step, place) => ({
          ...step,
          label: chartText(new Date(step.time), interval),
          notes: notes[place],
        }))}
        pick={
          mayAdd
            ? {
                hint: t('telemetry.chart.annotate'),
                onPick: (place) => openDialog(place === steps.length - 1 ? null : toDate(steps[place])),
              }
            : undefined
        }
      />
      <Button size="small" icon="download" className="self-start" disabled={busy} onClick={exportChart}>
        {t('telemetry.exportCsv')}
      </Button>
      <AnnotationList
        telemetryId={telemetry.id}
        annotations={annotations}
        inPeriod={shown.length}
        onAdd={mayAdd ? () => openDialog(null) : null}
      />
      {dialog.times === 0 ? null : (
        <AnnotationDialog
          key={dialog.times}
          telemetryId={telemetry.id}
          at={dialog.at}
          open={dialog.open}
          onClose={() => setDialog((before) => ({ ...before, open: false }))}
        />
      )}
    </Section>
  )
}

/** "12 events named “signup”, 34 named “view”" */
function describeTotal(
  total: number,
  facts: { name: string | undefined; other: string | undefined; others: readonly (number | null)[] | null },
): ReactNode {
  const { name, other, others } = facts
  if (name === undefined) return t('telemetry.chart.total', { count: total })
  if (others === null) return rich('telemetry.chart.totalNamed', { count: total, name: <bdi>{name}</bdi> })
  return rich('telemetry.chart.totalWithOther', {
    count: total,
    name: <bdi>{name}</bdi>,
    number: count(others.reduce((sum: number, value) => sum + (value ?? 0), 0)),
    other: <bdi>{other}</bdi>,
  })
}

function toDate(step: { time: string } | undefined): Date | null {
  return step ? new Date(step.time) : null
}

/** Returns the texts of the annotations within a step, the oldest first; the last step has those that are ahead, too. */
function listNotes(
  annotations: readonly Annotation[],
  { step, interval, isLast }: { step: { time: string }; interval: keyof typeof STEP_MS; isLast: boolean },
): string[] {
  const begin = Date.parse(step.time)
  const end = isLast ? Infinity : begin + STEP_MS[interval]
  return annotations
    .filter(({ at }) => begin <= Date.parse(at) && Date.parse(at) < end)
    .map(({ text }) => text)
    .reverse()
}

/** Returns the periods that a series is compared with, as lines. */
function toLines({ steps }: Series, period: Period): ChartLine[] {
  const { line, before } = SHAPES[period]
  return [
    {
      label: t(line),
      short: t(before),
      look: 'dashed',
      values: steps.map((step) => step.before),
    },
    {
      label: t('telemetry.period.day.lastWeekLine'),
      short: t('telemetry.period.day.lastWeek'),
      look: 'dotted',
      values: steps.map((step) => step.lastWeek),
    },
  ]
}

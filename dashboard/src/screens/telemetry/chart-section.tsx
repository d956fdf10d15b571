import { useState } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import type { Annotation, Telemetry } from '../../api/schema.ts'
import { useAnnotations } from '../../api/telemetry/annotations.ts'
import { type ChartLine, TimeChart } from '../../controls/charts/time-chart.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { AnnotationList } from './annotations/annotation-list.tsx'
import { Comparison } from './comparison.tsx'
import { describeShown, type Period, type Series, SHAPES, STEP_MS } from './series.ts'

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
  /** Says what the chart cannot show; null where it shows everything. */
  missing: string | null
}

/** Events by hour or day, compared with earlier ones, with the annotations of the period. */
export function ChartSection({ telemetry, series, period, name, missing }: Props) {
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
  return (
    <Section
      title={interval === 'hour' ? 'Events by hour' : 'Events by day'}
      description={`${describeShown(series, period)}${missing === null ? '' : ` ${missing}`}`}
    >
      <TimeChart
        counted="events"
        title={
          <>
            {pluralize(series.total, 'event')}
            {name === undefined ? null : ` named “${name}”`}
            <Comparison series={series} period={period} />
          </>
        }
        step={interval}
        average={average}
        lines={toLines(series, period)}
        points={steps.map((step, place) => ({
          ...step,
          label: chartText(new Date(step.time), interval),
          notes: listNotes(shown, { step, interval, isLast: place === steps.length - 1 }),
        }))}
        pick={
          mayAdd
            ? {
                hint: 'Click to add an annotation',
                onPick: (place) => openDialog(place === steps.length - 1 ? null : toDate(steps[place])),
              }
            : undefined
        }
      />
      <AnnotationList
        telemetryId={telemetry.id}
        annotations={shown}
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
  const { words, before } = SHAPES[period]
  return [
    {
      label: period === '24h' ? 'Yesterday, the same hours' : `The ${words} before`,
      short: before,
      look: 'dashed',
      values: steps.map((step) => step.before),
    },
    {
      label: 'Last week, the same hours',
      short: 'Last week',
      look: 'dotted',
      values: steps.map((step) => step.lastWeek),
    },
  ]
}

import type { ReactNode } from 'react'
import type { DestinationKind } from '../../api/destinations/destinations.ts'
import type { Delivery } from '../../api/schema.ts'
import type { Attempt } from '../../api/submissions/deliveries.ts'
import { classes } from '../../controls/classes.ts'
import { Moment } from '../../controls/relative-time.tsx'
import { locale } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { describeAnswer, describeOutcome, describeReport } from './delivery-words.ts'

const milliseconds = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'millisecond',
  useGrouping: false,
})
const DOTS = { plain: 'bg-edge', good: 'bg-accent', warn: 'bg-warn', bad: 'bg-danger' } as const

/** A delivery, also one that is listed for its destination: that list tells no emails, and so no claim emails. */
type Shown = Pick<Delivery, 'state' | 'created_at' | 'attempts'> & Partial<Pick<Delivery, 'kind' | 'reports'>>

/** The attempts of a delivery, each with its time and the answer to it. */
export function Attempts({ delivery, kind }: { delivery: Shown; kind: DestinationKind }) {
  const { state, created_at, attempts, reports = [] } = delivery
  return (
    <ol className="flex flex-col">
      <Step dot="bg-edge" at={created_at} last={attempts.length + reports.length === 0}>
        {delivery.kind === 'claim' ? t('submission.attempts.queuedWithClaim') : t('submission.state.queued')}
      </Step>
      {attempts.map((attempt, place) => {
        const last = place === attempts.length - 1
        // Of earlier attempts, it is known that another one followed.
        const { label, tone } = describeOutcome(attempt, last ? state : 'delayed', kind)
        return (
          <Step
            key={attempt.started_at}
            dot={DOTS[tone]}
            at={attempt.ended_at ?? attempt.started_at}
            ms={kind === 'email' ? null : countMs(attempt)}
            last={last && reports.length === 0}
          >
            {label}
            {attempt.answer === null ? null : <Answer text={describeAnswer(attempt.answer)} />}
          </Step>
        )
      })}
      {reports.map((report, place) => {
        const { label, tone } = describeReport(report)
        return (
          <Step key={report.kind} dot={DOTS[tone]} at={report.at} last={place === reports.length - 1}>
            {label}
            {report.answer === '' ? null : <Answer text={report.answer} />}
          </Step>
        )
      })}
    </ol>
  )
}

/** The answer of the other side, word for word. */
function Answer({ text }: { text: string }) {
  return (
    <code
      dir="ltr"
      className="mt-1 block rounded-sm bg-sunken px-2 py-1 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      {text}
    </code>
  )
}

function Step(props: { dot: string; at: string; ms?: number | null; last: boolean; children: ReactNode }) {
  const { dot, at, ms = null, last, children } = props
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      {last ? null : <span className="absolute top-3 -bottom-1.5 start-1 -ms-px border-s-2" />}
      <span className={classes('relative mt-1.5 size-2 shrink-0 rounded-full', dot)} />
      <div className="min-w-0 flex-1 text-sm">
        {children}
        <span className="block text-xs text-muted">
          <Moment at={at} />
          {ms === null ? null : ` · ${milliseconds.format(ms)}`}
        </span>
      </div>
    </li>
  )
}

function countMs({ started_at, ended_at }: Attempt): number | null {
  return ended_at === null ? null : Date.parse(ended_at) - Date.parse(started_at)
}

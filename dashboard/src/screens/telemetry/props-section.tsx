import type { PropStats } from '../../api/schema.ts'
import { useEventProps } from '../../api/telemetry/events.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count, pluralize } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { Loaded } from '../../shell/loaded.tsx'

type Prop = PropStats['data'][number]

/** Props of events with a name, by value. */
export function PropsSection({
  telemetryId,
  ...eventQuery
}: {
  telemetryId: string
  name: string
  since: string
}) {
  const query = useEventProps(telemetryId, eventQuery)
  return (
    <Section title="Properties" description={`Of “${eventQuery.name}” events in this period.`}>
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading properties" />}>
        {({ events, complete, data }) => (
          <>
            {complete ? null : (
              <p className="text-sm text-muted">Based on the newest {count(events)} events.</p>
            )}
            {data.length === 0 ? (
              <p className="text-sm text-muted">These events have no properties.</p>
            ) : (
              <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
                {data.map((prop) => (
                  <PropTable key={prop.prop} prop={prop} />
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function PropTable({ prop: { prop, count: total, values, numbers } }: { prop: Prop }) {
  if (numbers !== null && numbers.count === total) return <Numbers prop={prop} numbers={numbers} />
  return (
    <table className="w-full table-fixed text-left text-sm tabular-nums">
      <caption className="pb-1 text-left">
        <span className="font-mono font-semibold [overflow-wrap:anywhere]">{prop}</span>{' '}
        <span className="text-muted">in {pluralize(total, 'event')}</span>
      </caption>
      <colgroup>
        <col />
        <col className="w-16" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>Value</th>
          <th>Events</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ value, count: often }) => (
          <tr key={`${typeof value} ${value}`}>
            <td className="relative p-0 py-0.5">
              <span
                aria-hidden="true"
                className="absolute inset-y-0.5 left-0 rounded-sm bg-tint"
                style={{ width: `${(often / total) * 100}%` }}
              />
              <span className="relative block truncate px-2 py-0.5" title={String(value)}>
                {value === '' ? '(empty)' : String(value)}
              </span>
            </td>
            <td className="text-right">{count(often)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const inShort = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** A prop whose values are numbers. */
function Numbers({ prop, numbers }: { prop: string; numbers: NonNullable<Prop['numbers']> }) {
  const facts = [
    ['Sum', numbers.sum],
    ['Median', numbers.median],
    ['95th percentile', numbers.p95],
  ] as const
  return (
    <section aria-label={prop} className="text-sm tabular-nums">
      <h3 className="pb-1 text-sm font-normal">
        <span className="font-mono font-semibold [overflow-wrap:anywhere]">{prop}</span>{' '}
        <span className="text-muted">in {pluralize(numbers.count, 'event')}</span>
      </h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-semibold">{inShort.format(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import type { EventProps } from '../../api/schema.ts'
import { useEventProps } from '../../api/telemetry/events.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count, countOf } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { Loaded } from '../../shell/loaded.tsx'

type Prop = EventProps['data'][number]

/** What the events of one name carry, and how often. */
export function PropsSection({
  telemetryId,
  ...asked
}: {
  telemetryId: string
  name: string
  since: string
}) {
  const query = useEventProps(telemetryId, asked)
  return (
    <Section title="Properties" description={`Of events called “${asked.name}” in this time.`}>
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Looking into the events" />}>
        {({ events, complete, data }) => (
          <>
            {complete ? null : (
              <p className="text-sm text-muted">Of the newest {count(events)} that were looked at.</p>
            )}
            {data.length === 0 ? (
              <p className="text-sm text-muted">They carry none.</p>
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

function PropTable({ prop: { prop, count: total, values } }: { prop: Prop }) {
  return (
    <table className="w-full table-fixed text-left text-sm tabular-nums">
      <caption className="pb-1 text-left">
        <span className="font-mono font-semibold [overflow-wrap:anywhere]">{prop}</span>{' '}
        <span className="text-muted">in {countOf(total, 'event')}</span>
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

import { useEventProps } from '../../api/telemetry/events.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { Loaded } from '../../shell/loaded.tsx'

type Counted = { value: string; count: number }

/** Pages, sources and users of the events of a period. */
export function SourcesSection(props: { telemetryId: string; name: string | undefined; since: string }) {
  const { telemetryId, name, since } = props
  const query = useEventProps(telemetryId, { name, since })
  return (
    <Loaded query={query} loading={<Skeleton className="h-40" />}>
      {({ pages, sources, users, events, complete }) => (
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
          <Top title="Top pages" items={pages} nothing="No event of this period has a URL." />
          <Top title="Sources" items={sources} nothing="No event of this period came from another site." />
          {users.length === 0 ? null : <Top title="Users" items={users} nothing="" />}
          {complete ? null : (
            <p className="text-sm text-muted">Based on the newest {count(events)} events.</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Top({ title, items, nothing }: { title: string; items: readonly Counted[]; nothing: string }) {
  const most = Math.max(1, ...items.map((item) => item.count))
  return (
    <Section title={title}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{nothing}</p>
      ) : (
        <ol aria-label={title} className="flex flex-col gap-0.5 text-sm tabular-nums">
          {items.map((item) => (
            <li key={item.value} className="relative flex gap-3 py-0.5">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 left-0 rounded-sm bg-tint"
                style={{ width: `${(item.count / most) * 100}%` }}
              />
              <span className="relative min-w-0 flex-1 truncate px-2 py-0.5" title={item.value}>
                {item.value}
              </span>
              <span className="relative px-2 py-0.5">{count(item.count)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

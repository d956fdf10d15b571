import { useEventProps } from '../../api/telemetry/events.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { count, pluralize } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { Loaded } from '../../shell/loaded.tsx'

type Counted = { value: string; count: number }

/** Maximum number of values that the API lists. */
const MAX_LISTED = 20

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
          {users.length === 0 ? null : <Users users={users} />}
          {complete ? null : (
            <p className="text-sm text-muted">Based on the newest {count(events)} events.</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Number of users, and the most active ones on demand: most of them are IDs that say nothing to a reader. */
function Users({ users }: { users: readonly Counted[] }) {
  const number = users.length < MAX_LISTED ? pluralize(users.length, 'user') : `${MAX_LISTED} users or more`
  return (
    <Section title="Users" description={`${number}, by the field “user” of events.`}>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">Most active</summary>
        <div className="mt-2">
          <Bars label="Users" items={users} />
        </div>
      </details>
    </Section>
  )
}

function Top({ title, items, nothing }: { title: string; items: readonly Counted[]; nothing: string }) {
  return (
    <Section title={title}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{nothing}</p>
      ) : (
        <Bars label={title} items={items} />
      )}
    </Section>
  )
}

function Bars({ label, items }: { label: string; items: readonly Counted[] }) {
  const most = Math.max(1, ...items.map((item) => item.count))
  return (
    <ol aria-label={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-0.5 text-sm tabular-nums">
      {items.map((item) => (
        <li key={item.value} className="col-span-2 grid grid-cols-subgrid py-0.5">
          <span className="relative">
            <span
              aria-hidden="true"
              className="absolute -inset-y-0.5 left-0 rounded-sm bg-tint"
              style={{ width: `${(item.count / most) * 100}%` }}
            />
            <span className="relative block truncate px-2 py-0.5" title={item.value}>
              {item.value}
            </span>
          </span>
          <span className="px-2 py-0.5 text-right">{count(item.count)}</span>
        </li>
      ))}
    </ol>
  )
}

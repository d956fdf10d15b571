import type { ReactNode } from 'react'
import { useEventProps } from '../../../api/telemetry/events.ts'
import { Skeleton } from '../../../controls/feedback/skeleton.tsx'
import { count, pluralize } from '../../../controls/numbers.ts'
import { Section } from '../../../controls/section.tsx'
import { Loaded } from '../../../shell/loaded.tsx'
import { AllValues, SHOWN_VALUES } from './all-values.tsx'
import { ValueBars } from './value-bars.tsx'

type Counted = { value: string; count: number }

/** Pages, sources and users of the events of a period. */
export function SourcesSection(props: { telemetryId: string; name: string | undefined; since: string }) {
  const { telemetryId, name, since } = props
  const query = useEventProps(telemetryId, { name, since })
  return (
    <Loaded query={query} loading={<Skeleton className="h-40" />}>
      {({ pages, sources, users, events, complete }) => (
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
          <Top
            title="Top pages"
            items={pages}
            nothing="No event of this period has a URL."
            more={<AllValues title="Pages" {...props} part={{ of: 'page' }} />}
          />
          <Top
            title="Sources"
            items={sources}
            nothing="No event of this period came from another site."
            more={<AllValues title="Sources" {...props} part={{ of: 'source' }} />}
          />
          {users.length === 0 ? null : (
            <Users users={users} more={<AllValues title="Users" {...props} part={{ of: 'user' }} />} />
          )}
          {complete ? null : (
            <p className="text-sm text-muted">Based on the newest {count(events)} events.</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Number of users, and the most active ones on demand: most of them are IDs that say nothing to a reader. */
function Users({ users, more }: { users: readonly Counted[]; more: ReactNode }) {
  const number =
    users.length < SHOWN_VALUES ? pluralize(users.length, 'user') : `${SHOWN_VALUES} users or more`
  return (
    <Section title="Users" description={`${number}, by the field “user” of events.`}>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted hover:text-ink">Most active</summary>
        <div className="mt-2 flex flex-col gap-4">
          <ValueBars label="Users" items={users} />
          {users.length < SHOWN_VALUES ? null : more}
        </div>
      </details>
    </Section>
  )
}

/** `more` is shown below a list that is as long as it can be. */
function Top(props: { title: string; items: readonly Counted[]; nothing: string; more: ReactNode }) {
  const { title, items, nothing, more } = props
  return (
    <Section title={title}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{nothing}</p>
      ) : (
        <>
          <ValueBars label={title} items={items} />
          {items.length < SHOWN_VALUES ? null : more}
        </>
      )}
    </Section>
  )
}

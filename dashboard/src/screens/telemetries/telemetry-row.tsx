import { Link } from '@tanstack/react-router'
import type { Telemetry } from '../../api/telemetry.ts'
import { Badge } from '../../controls/badge.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { countOf } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'

/** One telemetry endpoint; all of the row leads to it, but for what can be pressed in it. */
export function TelemetryRow({ telemetry }: { telemetry: Telemetry }) {
  const { id, name, state, telemetry_url, last_event_at, events } = telemetry
  return (
    <li className="relative grid items-center gap-x-6 gap-y-2 px-4 py-4 transition-colors hover:bg-sunken/60 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_12rem_9rem]">
      <div className="flex min-w-0 flex-col sm:max-lg:row-span-2">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/telemetry/$telemetryId"
            params={{ telemetryId: id }}
            className="min-w-0 truncate font-semibold no-underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name ?? id}
          </Link>
          {state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>}
        </p>
        <div className="relative z-1 flex min-w-0 self-start max-w-full">
          <CopyInline label="Copy the address" value={telemetry_url} />
        </div>
      </div>
      <p className="text-sm text-muted tabular-nums">{countOf(events.this_month, 'event')} this month</p>
      <p className="text-sm text-muted lg:text-right">
        {last_event_at === null ? (
          'No event yet'
        ) : (
          <>
            Last: <RelativeTime at={last_event_at} />
          </>
        )}
      </p>
    </li>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '../../api/me.ts'
import type { Telemetry } from '../../api/telemetry.ts'
import { buttonClass } from '../../controls/button.tsx'
import { count, countOf } from '../../controls/numbers.ts'
import { QuotaBar } from '../../controls/quota-bar.tsx'
import { Day, RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { TestEventButton } from './test-event-button.tsx'

/** What of the quota is used, by this endpoint and by all. */
export function MonthSection({ telemetry }: { telemetry: Telemetry }) {
  const { events, last_event_at } = telemetry
  const { data: me } = useMe()
  return (
    <Section title="This month">
      <QuotaBar
        label="Events of all telemetry endpoints this month"
        used={events.used}
        limit={events.limit}
        span="by all"
      />
      <dl className="flex flex-col gap-3">
        <Fact name="By this one">{count(events.this_month)}</Fact>
        <Fact name="In all">{count(events.total)}</Fact>
        <Fact name="Last one">{last_event_at === null ? 'never' : <RelativeTime at={last_event_at} />}</Fact>
      </dl>
      <p className="text-sm text-muted text-pretty">
        {events.limit === null ? null : (
          <>
            Resets on <Day at={events.resets_at} zone="utc" />, 00:00 UTC.{' '}
          </>
        )}
        {me ? `Events are kept for ${countOf(me.plan.telemetry_retention_days, 'day')}.` : null}
      </p>
      <Link to="/usage" className={buttonClass()}>
        Usage and plan
      </Link>
      {telemetry.state === 'claimed' ? <TestEventButton telemetryId={telemetry.id} /> : null}
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

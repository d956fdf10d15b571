import { useMe } from '../../api/accounts/me.ts'
import type { Telemetry } from '../../api/schema.ts'
import { countOf } from '../../controls/numbers.ts'
import { MonthOfOne } from '../../shell/owned/endpoint-month.tsx'
import { TestEventButton } from './test-event-button.tsx'

/** What of the quota is used, by this endpoint and by all. */
export function MonthSection({ telemetry }: { telemetry: Telemetry }) {
  const { data: me } = useMe()
  return (
    <MonthOfOne
      label="Events of all telemetry endpoints this month"
      taken={telemetry.events}
      last={telemetry.last_event_at}
      says={me ? `Events are kept for ${countOf(me.plan.telemetry_retention_days, 'day')}.` : null}
      deed={telemetry.state === 'claimed' ? <TestEventButton telemetryId={telemetry.id} /> : null}
    />
  )
}

import { useMe } from '../../api/accounts/me.ts'
import type { Telemetry } from '../../api/schema.ts'
import { pluralize } from '../../controls/numbers.ts'
import { EndpointMonth } from '../../shell/owned/endpoint-month.tsx'
import { TestEventButton } from './test-event-button.tsx'

/** Monthly usage of this endpoint and the account. */
export function MonthSection({ telemetry }: { telemetry: Telemetry }) {
  const { data: me } = useMe()
  return (
    <EndpointMonth
      label="Events of all telemetry endpoints this month"
      kind="endpoint"
      usage={telemetry.events}
      claimedAt={telemetry.claimed_at}
      last={telemetry.last_event_at}
      note={me ? `Events are kept for ${pluralize(me.plan.telemetry_retention_days, 'day')}.` : null}
      action={telemetry.state === 'claimed' ? <TestEventButton telemetryId={telemetry.id} /> : null}
    />
  )
}

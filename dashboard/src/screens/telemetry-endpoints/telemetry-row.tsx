import type { Telemetry } from '../../api/schema.ts'
import { pluralize } from '../../controls/numbers.ts'
import { LastTime, OwnedRow } from '../../shell/owned/owned-row.tsx'

/** Row of a telemetry endpoint. */
export function TelemetryRow({ telemetry }: { telemetry: Telemetry }) {
  const { id, telemetry_url, last_event_at, events } = telemetry
  return (
    <OwnedRow
      owned={telemetry}
      link={{ to: '/telemetry/$telemetryId', params: { telemetryId: id } }}
      address={telemetry_url}
      columns="sm:grid-cols-[minmax(0,1fr)_13rem]"
    >
      <p className="text-sm text-muted tabular-nums sm:text-right">
        {pluralize(events.this_month, 'event')} this month
        <br />
        <LastTime at={last_event_at} never="No events yet" />
      </p>
    </OwnedRow>
  )
}

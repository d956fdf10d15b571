import { newTelemetryCommand, newTelemetryPrompt } from '../../../../src/snippets/telemetry/new-telemetry.ts'
import { readingSnippet } from '../../../../src/snippets/telemetry/reading.ts'
import type { Telemetry } from '../../api/schema.ts'
import { pluralize } from '../../controls/numbers.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { LastTime, OwnedRow } from '../../shell/owned/owned-row.tsx'

/** List of the owner's telemetry endpoints with their shared quota. */
export function TelemetryEndpointsScreen() {
  return (
    <OwnedList
      kind="telemetry"
      description="Count events from your sites and apps."
      searched="Search covers names and IDs."
      getActivity={({ events, last_event_at }) => ({ used: events.this_month, latest: last_event_at })}
      first={(onNew) => (
        <FirstOwned kind="telemetry" onNew={onNew} command={newTelemetryCommand} prompt={newTelemetryPrompt}>
          Send events from any page or program and see them counted by name. No cookies, no IP addresses.
        </FirstOwned>
      )}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth what="Events" by="telemetry endpoints" month={one.events} />}
      row={(telemetry) => <TelemetryRow key={telemetry.id} telemetry={telemetry} />}
      dialog={(making) => <NewTelemetry {...making} />}
    />
  )
}

/** Row of a telemetry endpoint. */
function TelemetryRow({ telemetry }: { telemetry: Telemetry }) {
  return (
    <OwnedRow kind="telemetry" owned={telemetry} columns="sm:grid-cols-[minmax(0,1fr)_13rem]">
      <p className="text-sm text-muted tabular-nums sm:text-right">
        {pluralize(telemetry.events.this_month, 'event')} this month
        <br />
        <LastTime at={telemetry.last_event_at} never="No events yet" />
      </p>
    </OwnedRow>
  )
}

/** Creates a telemetry endpoint, shows its key and opens it. */
function NewTelemetry({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <NewKeyed
      kind="telemetry"
      open={open}
      onClose={onClose}
      description="Anyone who knows its URL can send events. Reading them takes its key, or this dashboard."
      example="Shop, acme.org"
      firstKey={({ telemetry_url: telemetryUrl, read_key: readKey }) => ({
        title: 'Endpoint created. Copy its read key.',
        description: 'Programs read events with this key.',
        others: 'You can create more keys later.',
        label: 'Read key',
        value: readKey,
        tryOut: readingSnippet({ telemetryUrl, readKey }),
      })}
    />
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useTelemetryEndpoints } from '../../api/telemetry/telemetry.ts'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { parseSort } from '../../shell/owned/owned-sort.ts'
import { FirstTelemetry } from './first-telemetry.tsx'
import { NewTelemetry } from './new-telemetry.tsx'
import { TelemetryRow } from './telemetry-row.tsx'

const route = getRouteApi('/telemetry')

/** List of the owner's telemetry endpoints with their shared quota. */
export function TelemetryEndpointsScreen() {
  const { create, sort = 'newest', ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <OwnedList
      kind="telemetry"
      title="Telemetry"
      description="Count events from your sites and apps."
      words={{ one: 'telemetry endpoint', many: 'telemetry endpoints' }}
      makeLabel="New endpoint"
      searched="Search covers names and IDs."
      query={useTelemetryEndpoints(filter)}
      filter={filter}
      creating={create === 1}
      sort={sort}
      getActivity={({ events, last_event_at }) => ({ used: events.this_month, latest: last_event_at })}
      onSort={(next) => navigate({ search: { ...filter, sort: parseSort(next) }, replace: true })}
      onFilter={(next) => navigate({ search: { ...next, sort: parseSort(sort) }, replace: true })}
      first={(onNew) => <FirstTelemetry onNew={onNew} />}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth what="Events" by="telemetry endpoints" month={one.events} />}
      row={(telemetry) => <TelemetryRow key={telemetry.id} telemetry={telemetry} />}
      dialog={(making) => <NewTelemetry {...making} />}
    />
  )
}

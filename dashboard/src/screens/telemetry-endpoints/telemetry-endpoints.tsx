import { getRouteApi } from '@tanstack/react-router'
import { useTelemetries } from '../../api/telemetry/telemetry.ts'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { FirstTelemetry } from './first-telemetry.tsx'
import { NewTelemetry } from './new-telemetry.tsx'
import { TelemetryRow } from './telemetry-row.tsx'

const route = getRouteApi('/telemetry')

/** Every telemetry endpoint of the owner, and what of the quota they have used together. */
export function TelemetriesScreen() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <OwnedList
      title="Telemetry"
      description="Endpoints that count what happens in pages and programs."
      words={{ one: 'telemetry endpoint', many: 'telemetry endpoints' }}
      makeLabel="New endpoint"
      searched="Names and ids are searched."
      query={useTelemetries(filter)}
      filter={filter}
      onFilter={(search) => navigate({ search, replace: true })}
      first={(onNew) => <FirstTelemetry onNew={onNew} />}
      // The quota is the account's, and the same in each of them.
      above={(one) => <AccountMonth what="Events" by="telemetry endpoints" month={one.events} />}
      row={(telemetry) => <TelemetryRow key={telemetry.id} telemetry={telemetry} />}
      dialog={(making) => <NewTelemetry {...making} />}
    />
  )
}

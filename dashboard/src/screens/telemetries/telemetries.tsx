import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf } from '../../api/page.ts'
import { useTelemetries } from '../../api/telemetry.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/load-more.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { AccountMonth } from '../../shell/account-month.tsx'
import { FoldedList } from '../../shell/folded-list.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { EndpointFilters } from '../endpoints/endpoint-filters.tsx'
import { FirstTelemetry } from './first-telemetry.tsx'
import { NewTelemetry } from './new-telemetry.tsx'
import { TelemetryRow } from './telemetry-row.tsx'

const route = getRouteApi('/telemetry')

/** Every telemetry endpoint of the owner, and what of the quota they have used together. */
export function TelemetriesScreen() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const query = useTelemetries(filter)
  const [making, setMaking] = useState(false)
  const filtered = filter.q !== undefined || filter.state !== undefined
  const empty = !filtered && query.data?.pages[0]?.data.length === 0
  useShortcuts([{ keys: 'n', does: 'New telemetry endpoint', group: 'List', run: () => setMaking(true) }])
  return (
    <Page
      title="Telemetry"
      description="Endpoints that count what happens in pages and programs."
      width="wide"
      deeds={
        empty ? null : (
          <Button weight="main" icon="plus" onClick={() => setMaking(true)}>
            New endpoint
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading telemetry endpoints" />}>
        {({ pages }) => {
          const telemetries = allOf(pages)
          // The quota is the account's, and the same in each of them.
          const [first] = telemetries
          if (empty) return <FirstTelemetry onNew={() => setMaking(true)} />
          return (
            <>
              <EndpointFilters filter={filter} onChange={(search) => navigate({ search, replace: true })} />
              {telemetries.length === 0 && !query.hasNextPage ? (
                <EmptyState
                  icon="search"
                  title="No telemetry endpoint fits"
                  deeds={<Button onClick={() => navigate({ search: {} })}>Show all</Button>}
                >
                  Names and ids are searched.
                </EmptyState>
              ) : (
                <>
                  {first ? (
                    <AccountMonth what="Events" by="telemetry endpoints" month={first.events} />
                  ) : null}
                  <FoldedList
                    items={telemetries}
                    fold={filter.state === undefined}
                    one="retired telemetry endpoint"
                    row={(telemetry) => <TelemetryRow key={telemetry.id} telemetry={telemetry} />}
                  />
                  <LoadMore more={query} all="These are all your telemetry endpoints." />
                </>
              )}
            </>
          )
        }}
      </Loaded>
      <NewTelemetry open={making} onClose={() => setMaking(false)} />
    </Page>
  )
}

import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf } from '../../api/page.ts'
import { type Telemetry, useTelemetries } from '../../api/telemetry.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/load-more.tsx'
import { countOf } from '../../controls/numbers.ts'
import { QuotaBar } from '../../controls/quota-bar.tsx'
import { Day } from '../../controls/relative-time.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
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
          if (empty) return <FirstTelemetry onNew={() => setMaking(true)} />
          return (
            <>
              <EndpointFilters filter={filter} onChange={(search) => navigate({ search, replace: true })} />
              {telemetries.length === 0 ? (
                <EmptyState
                  icon="search"
                  title="No telemetry endpoint fits"
                  deeds={<Button onClick={() => navigate({ search: {} })}>Show all</Button>}
                >
                  Names and ids are searched.
                </EmptyState>
              ) : (
                <>
                  <Month telemetries={telemetries} />
                  <TelemetryList telemetries={telemetries} fold={filter.state === undefined} />
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

/** The quota is the account's, and the same in each row of the list. */
function Month({ telemetries }: { telemetries: readonly Telemetry[] }) {
  const events = telemetries[0]?.events
  if (!events) return null
  return (
    <div className="mb-4 grid items-center gap-x-6 gap-y-2 rounded-md border bg-card px-4 py-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <p className="text-sm text-muted text-pretty">
        <span className="font-semibold text-ink">Events this month.</span> All telemetry endpoints count
        together
        {events.limit === null ? (
          '. '
        ) : (
          <>
            , until <Day at={events.resets_at} zone="utc" />, 00:00 UTC.{' '}
          </>
        )}
        <Link to="/usage" className="whitespace-nowrap text-accent underline">
          Usage and plan
        </Link>
      </p>
      <QuotaBar label="Events this month" used={events.used} limit={events.limit} />
    </div>
  )
}

/** @param props.fold whether those that are retired stand behind a line of their own */
function TelemetryList({ telemetries, fold }: { telemetries: readonly Telemetry[]; fold: boolean }) {
  const retired = fold ? telemetries.filter(({ state }) => state === 'retired') : []
  const shown = telemetries.filter((one) => !retired.includes(one))
  return (
    <>
      {shown.length === 0 ? null : <Rows telemetries={shown} />}
      {retired.length === 0 ? null : (
        <details className="mt-4" open={shown.length === 0}>
          <summary className="mb-2 min-h-6 cursor-pointer text-sm text-muted hover:text-ink">
            {countOf(retired.length, 'retired telemetry endpoint')}
          </summary>
          <Rows telemetries={retired} />
        </details>
      )}
    </>
  )
}

function Rows({ telemetries }: { telemetries: readonly Telemetry[] }) {
  return (
    <ul className="divide-y rounded-md border bg-card">
      {telemetries.map((telemetry) => (
        <TelemetryRow key={telemetry.id} telemetry={telemetry} />
      ))}
    </ul>
  )
}

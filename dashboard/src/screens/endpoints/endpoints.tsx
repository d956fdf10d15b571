import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpoints } from '../../api/endpoints.ts'
import { allOf } from '../../api/page.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/load-more.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { FoldedList } from '../../shell/folded-list.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { EndpointFilters } from './endpoint-filters.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { FirstEndpoint } from './first-endpoint.tsx'
import { NewEndpoint } from './new-endpoint.tsx'

const route = getRouteApi('/endpoints')

/** Every endpoint of the owner with its state, its month and its quota. */
export function EndpointsScreen() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const query = useEndpoints(filter)
  const [making, setMaking] = useState(false)
  const filtered = filter.q !== undefined || filter.state !== undefined
  const empty = !filtered && query.data?.pages[0]?.data.length === 0
  useShortcuts([{ keys: 'n', does: 'New endpoint', group: 'List', run: () => setMaking(true) }])
  return (
    <Page
      title="Endpoints"
      width="wide"
      deeds={
        empty ? null : (
          <Button weight="main" icon="plus" onClick={() => setMaking(true)}>
            New endpoint
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading endpoints" />}>
        {({ pages }) => {
          const endpoints = allOf(pages)
          if (empty) return <FirstEndpoint onNew={() => setMaking(true)} />
          return (
            <>
              <EndpointFilters filter={filter} onChange={(search) => navigate({ search, replace: true })} />
              {endpoints.length === 0 && !query.hasNextPage ? (
                <EmptyState
                  icon="search"
                  title="No endpoint fits"
                  deeds={<Button onClick={() => navigate({ search: {} })}>Show all</Button>}
                >
                  Names, ids and addresses are searched.
                </EmptyState>
              ) : (
                <>
                  <FoldedList
                    items={endpoints}
                    fold={filter.state === undefined}
                    one="retired endpoint"
                    row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
                  />
                  <LoadMore more={query} all="These are all your endpoints." />
                </>
              )}
            </>
          )
        }}
      </Loaded>
      <NewEndpoint open={making} onClose={() => setMaking(false)} />
    </Page>
  )
}

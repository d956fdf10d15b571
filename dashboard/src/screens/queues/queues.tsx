import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf } from '../../api/page.ts'
import { useQueues } from '../../api/queues.ts'
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
import { FirstQueue } from './first-queue.tsx'
import { NewQueue } from './new-queue.tsx'
import { QueueRow } from './queue-row.tsx'

const route = getRouteApi('/queues')

/** Every queue of the owner with what it holds, and what of the quota they have used together. */
export function QueuesScreen() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQueues(filter)
  const [making, setMaking] = useState(false)
  const filtered = filter.q !== undefined || filter.state !== undefined
  const empty = !filtered && query.data?.pages[0]?.data.length === 0
  useShortcuts([{ keys: 'n', does: 'New queue', group: 'List', run: () => setMaking(true) }])
  return (
    <Page
      title="Queues"
      description="Work that one program hands to another, and that is lost by neither."
      width="wide"
      deeds={
        empty ? null : (
          <Button weight="main" icon="plus" onClick={() => setMaking(true)}>
            New queue
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading queues" />}>
        {({ pages }) => {
          const queues = allOf(pages)
          // The quota is the account's, and the same in each of them.
          const [first] = queues
          if (empty) return <FirstQueue onNew={() => setMaking(true)} />
          return (
            <>
              <EndpointFilters
                of="queues"
                filter={filter}
                onChange={(search) => navigate({ search, replace: true })}
              />
              {queues.length === 0 && !query.hasNextPage ? (
                <EmptyState
                  icon="search"
                  title="No queue fits"
                  deeds={<Button onClick={() => navigate({ search: {} })}>Show all</Button>}
                >
                  Names and ids are searched.
                </EmptyState>
              ) : (
                <>
                  {first ? <AccountMonth what="Messages" by="queues" month={first.messages} /> : null}
                  <FoldedList
                    items={queues}
                    fold={filter.state === undefined}
                    one="retired queue"
                    row={(queue) => <QueueRow key={queue.id} queue={queue} />}
                  />
                  <LoadMore more={query} all="These are all your queues." />
                </>
              )}
            </>
          )
        }}
      </Loaded>
      <NewQueue open={making} onClose={() => setMaking(false)} />
    </Page>
  )
}

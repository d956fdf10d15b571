import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf } from '../../api/page.ts'
import { type Queue, useQueues } from '../../api/queues.ts'
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
          if (empty) return <FirstQueue onNew={() => setMaking(true)} />
          return (
            <>
              <EndpointFilters
                of="queues"
                filter={filter}
                onChange={(search) => navigate({ search, replace: true })}
              />
              {queues.length === 0 ? (
                <EmptyState
                  icon="search"
                  title="No queue fits"
                  deeds={<Button onClick={() => navigate({ search: {} })}>Show all</Button>}
                >
                  Names and ids are searched.
                </EmptyState>
              ) : (
                <>
                  <Month queues={queues} />
                  <QueueList queues={queues} fold={filter.state === undefined} />
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

/** The quota is the account's, and the same in each row of the list. */
function Month({ queues }: { queues: readonly Queue[] }) {
  const messages = queues[0]?.messages
  if (!messages) return null
  return (
    <div className="mb-4 grid items-center gap-x-6 gap-y-2 rounded-md border bg-card px-4 py-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <p className="text-sm text-muted text-pretty">
        <span className="font-semibold text-ink">Messages this month.</span> All queues count together
        {messages.limit === null ? (
          '. '
        ) : (
          <>
            , until <Day at={messages.resets_at} zone="utc" />, 00:00 UTC.{' '}
          </>
        )}
        <Link to="/usage" className="whitespace-nowrap text-accent underline">
          Usage and plan
        </Link>
      </p>
      <QuotaBar label="Messages this month" used={messages.used} limit={messages.limit} />
    </div>
  )
}

/** @param props.fold whether those that are retired stand behind a line of their own */
function QueueList({ queues, fold }: { queues: readonly Queue[]; fold: boolean }) {
  const retired = fold ? queues.filter(({ state }) => state === 'retired') : []
  const shown = queues.filter((one) => !retired.includes(one))
  return (
    <>
      {shown.length === 0 ? null : <Rows queues={shown} />}
      {retired.length === 0 ? null : (
        <details className="mt-4" open={shown.length === 0}>
          <summary className="mb-2 min-h-6 cursor-pointer text-sm text-muted hover:text-ink">
            {countOf(retired.length, 'retired queue')}
          </summary>
          <Rows queues={retired} />
        </details>
      )}
    </>
  )
}

function Rows({ queues }: { queues: readonly Queue[] }) {
  return (
    <ul className="divide-y rounded-md border bg-card">
      {queues.map((queue) => (
        <QueueRow key={queue.id} queue={queue} />
      ))}
    </ul>
  )
}

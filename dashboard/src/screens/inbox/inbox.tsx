import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { allOf } from '../../api/page.ts'
import { useSubmissions } from '../../api/submissions.ts'
import { LoadMore } from '../../controls/load-more.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

const route = getRouteApi('/inbox')

/** A folder of submissions, and beside it, where there is room, the one that is open. */
export function InboxScreen() {
  const filter = route.useSearch()
  const query = useSubmissions({ folder: 'inbox', ...filter })
  return (
    <Page title="Inbox" width="wide">
      <Loaded query={query} loading={<SkeletonRows label="Loading submissions" />}>
        {({ pages }) => {
          const submissions = allOf(pages)
          if (submissions.length === 0) {
            return (
              <EmptyState icon="inbox" title="Nothing here yet">
                Submissions to your endpoints appear here as they arrive.
              </EmptyState>
            )
          }
          return (
            <>
              <ul className="divide-y rounded-md border bg-card">
                {submissions.map(({ id, endpoint_name, endpoint_id, received_at }) => (
                  <li key={id}>
                    <Link
                      to="/inbox/$submissionId"
                      params={{ submissionId: id }}
                      search={filter}
                      className="flex justify-between gap-4 px-4 py-3 no-underline hover:bg-sunken"
                    >
                      <span className="truncate">{endpoint_name ?? endpoint_id}</span>
                      <RelativeTime at={received_at} className="shrink-0 text-sm text-muted" />
                    </Link>
                  </li>
                ))}
              </ul>
              <LoadMore more={query} all="That is all." />
            </>
          )
        }}
      </Loaded>
      <Outlet />
    </Page>
  )
}

import { Link } from '@tanstack/react-router'
import type { Endpoint } from '../../api/endpoints.ts'
import { unreadSaid } from '../../api/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { Sparkline } from '../../controls/charts.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { countOf } from '../../controls/numbers.ts'
import { QuotaBar } from '../../controls/quota-bar.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'

/** One endpoint; all of the row leads to it, but for what can be pressed in it. */
export function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { id, name, state, endpoint_url, last_submission_at, submissions, unread, days } = endpoint
  const month = days.reduce((sum, day) => sum + day, 0)
  return (
    <li className="relative grid items-center grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 px-4 py-4 transition-colors hover:bg-sunken/60 lg:grid-cols-[minmax(0,1fr)_7.5rem_10rem_8.5rem]">
      <div className="flex min-w-0 flex-col max-sm:col-span-2">
        <p className="flex items-center max-sm:flex-wrap gap-x-2.5 gap-y-1">
          <Link
            to="/endpoints/$endpointId"
            params={{ endpointId: id }}
            className="min-w-0 truncate font-semibold no-underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name ?? id}
          </Link>
          {state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>}
          {unread > 0 ? (
            <Link
              to="/inbox"
              search={{ endpoint: id }}
              className="relative z-1 inline-flex min-h-6 shrink-0 items-center text-sm font-semibold text-accent no-underline hover:underline"
            >
              {unreadSaid(unread)} unread
            </Link>
          ) : null}
        </p>
        <div className="relative z-1 flex min-w-0 self-start max-w-full">
          <CopyInline label="Copy the address" value={endpoint_url} />
        </div>
      </div>
      <div className="max-sm:col-start-2 max-sm:row-start-2">
        <Sparkline values={days} summary={`${countOf(month, 'submission')} in the last 30 days`} />
      </div>
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        {state === 'retired' ? (
          <p className="text-sm text-muted">{countOf(submissions.total, 'submission')}</p>
        ) : (
          <QuotaBar
            label="Submissions this month"
            span="this month"
            used={submissions.this_month}
            limit={submissions.limit}
          />
        )}
      </div>
      <p className="text-sm text-muted max-sm:col-span-2 lg:text-right">
        {last_submission_at === null ? (
          'No submission yet'
        ) : (
          <>
            Last: <RelativeTime at={last_submission_at} />
          </>
        )}
      </p>
    </li>
  )
}

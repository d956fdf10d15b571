import { Link } from '@tanstack/react-router'
import type { Endpoint } from '../../api/schema.ts'
import { formatUnread } from '../../api/submissions/submissions.ts'
import { Sparkline } from '../../controls/charts/charts.tsx'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { t } from '../../language/texts.ts'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { LastTime, OwnedRow } from '../../shell/owned/owned-row.tsx'
import { FirstEndpoint, NewEndpoint } from './new-endpoint.tsx'

/** List of the owner's forms. */
export function EndpointsScreen() {
  return (
    <OwnedList
      kind="endpoints"
      searched={t('endpoints.searched')}
      getActivity={({ submissions, last_submission_at }) => ({
        used: submissions.this_month,
        latest: last_submission_at,
      })}
      first={(onNew) => <FirstEndpoint onNew={onNew} />}
      row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
      dialog={(making) => <NewEndpoint {...making} />}
    />
  )
}

/** Row of an endpoint with its monthly and unread counts. */
function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { id, state, last_submission_at, submissions, unread, days } = endpoint
  const month = days.reduce((sum, day) => sum + day, 0)
  return (
    <OwnedRow
      kind="endpoints"
      owned={endpoint}
      beside={
        unread > 0 ? (
          <Link
            to="/inbox"
            search={{ endpoint: id }}
            className="relative z-1 inline-flex min-h-6 shrink-0 items-center text-sm font-semibold text-accent no-underline hover:underline"
          >
            {t('endpoints.unread', { number: formatUnread(unread) })}
          </Link>
        ) : null
      }
      columns="grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_7.5rem_10rem_8.5rem]"
      place="max-sm:col-span-2"
    >
      <div className="max-sm:col-start-2 max-sm:row-start-2">
        <Sparkline values={days} summary={t('endpoints.lastDays', { count: month })} />
      </div>
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        {state === 'retired' ? (
          <p className="text-sm text-muted">{t('endpoints.total', { count: submissions.total })}</p>
        ) : (
          <QuotaBar
            label={t('endpoints.month')}
            span={t('endpoints.monthSpan')}
            used={submissions.this_month}
            limit={submissions.limit}
          />
        )}
      </div>
      <p className="text-sm text-muted max-sm:col-span-2 lg:text-end">
        <LastTime at={last_submission_at} never={t('endpoints.never')} />
      </p>
    </OwnedRow>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Endpoint } from '../../api/schema.ts'
import { formatUnread } from '../../api/submissions/submissions.ts'
import { buttonClass } from '../../controls/button.tsx'
import { BarChart } from '../../controls/charts/charts.tsx'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { Fact } from '../../controls/fact.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { MonthEnd, RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { rich, t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { CountedSince } from '../../shell/owned/endpoint-month.tsx'
import { TestButton } from '../../shell/owned/test-button.tsx'
import { HealthSection } from './health-section.tsx'

const FirstSubmission = lazyPart(
  () => import('./first-submission.tsx').then((file) => file.FirstSubmission),
  <Skeleton className="h-96" />,
  ['snippets'],
)

const DAY_MS = 86_400_000

/** Submission counts of an endpoint. */
export function OverviewView({ endpoint }: { endpoint: Endpoint }) {
  const { submissions, last_submission_at, unread, id } = endpoint
  const isWaiting = last_submission_at === null && endpoint.state === 'claimed'
  const [hasWaited] = useState(isWaiting)
  if (isWaiting) return <FirstSubmission endpoint={endpoint} />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      {hasWaited ? (
        <p
          role="status"
          className="rounded-md border border-accent bg-tint px-5 py-4 text-accent lg:col-span-2"
        >
          {t('endpoint.overview.works')}
        </p>
      ) : null}
      <div className="flex min-w-0 flex-col gap-6">
        <Section title={t('endpoint.overview.byDay')} description={t('endpoint.overview.byDayText')}>
          <BarChart
            title={t('endpoint.overview.submissions', {
              count: endpoint.days.reduce((sum, day) => sum + day, 0),
            })}
            points={toPoints(endpoint)}
            columns={[t('endpoint.overview.day'), t('endpoint.overview.submissionsColumn')]}
          />
        </Section>
        {endpoint.state === 'claimed' ? <HealthSection endpoint={endpoint} /> : null}
      </div>
      <div className="flex flex-col gap-6">
        <Section title={t('endpoint.month.title')}>
          <QuotaBar
            label={t('endpoint.month.submissions')}
            used={submissions.this_month}
            limit={submissions.limit}
          />
          {submissions.limit === null ? null : (
            <p className="text-sm text-muted">
              <CountedSince claimedAt={endpoint.claimed_at} usage={submissions} />
              {rich('endpoint.month.resets', { time: <MonthEnd at={submissions.resets_at} /> })}
            </p>
          )}
          <dl className="flex flex-col gap-3">
            <Fact name={t('endpoint.month.total')}>{count(submissions.total)}</Fact>
            <Fact name={t('endpoint.month.latest')}>
              {last_submission_at === null ? (
                t('endpoint.month.never')
              ) : (
                <RelativeTime at={last_submission_at} />
              )}
            </Fact>
            <Fact name={t('endpoint.month.unread')}>{formatUnread(unread)}</Fact>
          </dl>
          <Link to="/inbox" search={{ endpoint: id }} className={buttonClass()}>
            {t('endpoint.month.openInbox')}
          </Link>
          {endpoint.state === 'claimed' ? <TestButton kind="endpoints" owned={endpoint} /> : null}
        </Section>
      </div>
    </div>
  )
}

/** Days of the service, because the clock of a browser may be wrong. */
function toPoints({ days, days_since }: Endpoint): { label: string; value: number }[] {
  const first = Date.parse(days_since)
  return days.map((value, day) => ({ label: chartText(new Date(first + day * DAY_MS), 'day'), value }))
}

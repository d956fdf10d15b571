import { Link } from '@tanstack/react-router'
import type { Plan } from '../../api/me.ts'
import { type Usage, useUsage } from '../../api/usage.ts'
import { count, countOf } from '../../controls/numbers.ts'
import { QuotaBar } from '../../controls/quota-bar.tsx'
import { Day } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

/** What the plan gives and how much of it is used. */
export function UsageScreen() {
  const query = useUsage()
  return (
    <Page title="Usage and plan">
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading what is used" />}>
        {(usage) => (
          <div className="flex flex-col gap-6">
            <PlanSection plan={usage.plan} />
            <EndpointsSection usage={usage} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function PlanSection({ plan }: { plan: Plan }) {
  const facts: [name: string, value: string][] = [
    [
      'Submissions',
      plan.submissions_per_month === null
        ? 'As many as come'
        : `${count(plan.submissions_per_month)} a month for each endpoint`,
    ],
    ['Kept', `For ${countOf(plan.submission_retention_days, 'day')}`],
    [
      'Further mailboxes',
      plan.destinations === 0 ? 'None' : `Up to ${count(plan.destinations)} for each endpoint`,
    ],
  ]
  return (
    <Section title={`The ${nameOf(plan)} plan`}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Spam, dry runs and status probes count nowhere. The operator of this instance can change the plan.
      </p>
    </Section>
  )
}

function EndpointsSection({ usage }: { usage: Usage }) {
  const { endpoints, resets_at } = usage
  if (endpoints.length === 0) {
    return (
      <EmptyState icon="usage" title="Nothing is used yet">
        Each endpoint has its own count. Once you have one, it stands here.
      </EmptyState>
    )
  }
  return (
    <Section
      title="This month"
      description={
        <>
          Each endpoint has its own count. All reset on <Day at={resets_at} zone="utc" />, 00:00 UTC.
        </>
      }
    >
      <ul className="-mx-5 -mb-5 divide-y border-t">
        {endpoints.map((endpoint) => (
          <li
            key={endpoint.id}
            className="grid items-center gap-x-6 gap-y-2 px-5 py-3.5 sm:grid-cols-[minmax(0,1fr)_14rem]"
          >
            <Link
              to="/endpoints/$endpointId"
              params={{ endpointId: endpoint.id }}
              className="min-w-0 truncate font-semibold no-underline hover:underline"
            >
              {endpoint.name ?? endpoint.id}
            </Link>
            <QuotaBar
              label={`Submissions to ${endpoint.name ?? endpoint.id} this month`}
              used={endpoint.used}
              limit={endpoint.limit}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Plans are named in lower case where they are data. */
function nameOf({ name }: Plan): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

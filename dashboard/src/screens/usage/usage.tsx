import { Link, type LinkProps } from '@tanstack/react-router'
import { type Count, type Plan, useUsage } from '../../api/accounts/me.ts'
import type { Usage } from '../../api/schema.ts'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { TallFact } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { bytesText, count, pluralize } from '../../controls/numbers.ts'
import { Moment, MonthEnd } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { Page } from '../../shell/frame/page.tsx'
import { Loaded } from '../../shell/loaded.tsx'

/** Plan limits and usage. */
export function UsageScreen() {
  const query = useUsage()
  return (
    <Page title="Usage and plan">
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading usage" />}>
        {(usage) => (
          <div className="flex flex-col gap-6">
            <KeptShorter usage={usage} />
            <PlanSection plan={usage.plan} />
            <MonthSection usage={usage} />
            <FilesSection usage={usage} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Warns before a reduced retention deletes data. */
function KeptShorter({ usage }: { usage: Usage }) {
  const { plan, retention } = usage
  const { shrinks_at } = retention
  if (shrinks_at === null) return null
  return (
    <section
      aria-label="Scheduled deletion"
      className="flex flex-col gap-2 rounded-md border border-warn/40 bg-warn-tint p-5 text-pretty"
    >
      <p className="font-semibold text-warn">
        From <Moment at={shrinks_at} /> on, older data will be permanently deleted.
      </p>
      <p>
        Submissions are kept for {pluralize(retention.submission_days, 'day')} until then and for{' '}
        {pluralize(plan.submission_retention_days, 'day')} afterwards; telemetry for{' '}
        {pluralize(retention.telemetry_days, 'day')} and {pluralize(plan.telemetry_retention_days, 'day')}.{' '}
        <Link to="/settings/account" className="underline underline-offset-4">
          Export what you want to keep.
        </Link>
      </p>
    </section>
  )
}

function PlanSection({ plan }: { plan: Plan }) {
  const facts: [name: string, value: string][] = [
    ['Submissions', quotaText(plan.submissions_per_month, 'per form')],
    ['Telemetry events', quotaText(plan.telemetry_events_per_month, 'in total')],
    ['Queue messages', quotaText(plan.queue_messages_per_month, 'in total')],
    ['Submission retention', pluralize(plan.submission_retention_days, 'day')],
    ['Telemetry retention', pluralize(plan.telemetry_retention_days, 'day')],
    [
      'Destinations',
      plan.destinations === 0
        ? 'Your email, or one instead'
        : `Up to ${count(plan.destinations)} per form, and your email`,
    ],
    ['Files', describeFiles(plan)],
    ...(takesFiles(plan) ? [['File storage', bytesText(plan.stored_bytes)] satisfies [string, string]] : []),
  ]
  return (
    <Section title={`${getName(plan)} plan`}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <TallFact key={name} name={name}>
            {value}
          </TallFact>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Spam and dry runs don't count. We email you at 80% and 100%. The operator of this instance can change
        your plan.
      </p>
    </Section>
  )
}

function MonthSection({ usage }: { usage: Usage }) {
  const { endpoints, telemetry, queue, resets_at } = usage
  const nothing = endpoints.length === 0 && telemetry.used === 0 && queue.used === 0
  if (nothing) {
    return (
      <EmptyState icon="usage" title="No usage yet">
        Create a form to see its usage here.
      </EmptyState>
    )
  }
  return (
    <Section
      title="This month"
      description={
        <>
          Submissions count per form, events and messages per account. Everything resets on{' '}
          <MonthEnd at={resets_at} />.
        </>
      }
    >
      <ul aria-label="Quotas, the fullest first" className="-mx-5 -mb-5 divide-y border-t">
        {toQuotas(usage)
          .toSorted(byShare)
          .map((quota) => (
            <QuotaRow key={quota.key} quota={quota} />
          ))}
      </ul>
    </Section>
  )
}

/** Stored files, which no month resets. */
function FilesSection({ usage: { plan, stored_bytes } }: { usage: Usage }) {
  if (!takesFiles(plan) && stored_bytes.used === 0) return null
  return (
    <Section
      title="Stored files"
      description="Files that visitors attached, in all forms together. Deleting submissions with files frees storage; while it is full, forms refuse files."
    >
      <div className="sm:max-w-sm">
        <QuotaBar
          label="Stored files"
          used={stored_bytes.used}
          limit={stored_bytes.limit}
          format={bytesText}
        />
      </div>
    </Section>
  )
}

/** A quota of the month: that of a form, or that of all endpoints of another kind. */
type Quota = {
  key: string
  count: Count
  /** Label of the bar. */
  label: string
  name: string
  /** Kind below the name. */
  of: string
  link: Pick<LinkProps, 'to' | 'params'>
}

function toQuotas({ endpoints, telemetry, queue }: Usage): Quota[] {
  return [
    {
      key: 'telemetry',
      count: telemetry,
      label: 'Telemetry events this month',
      name: 'Telemetry events',
      of: 'All telemetry endpoints',
      link: { to: '/telemetry' },
    },
    {
      key: 'queues',
      count: queue,
      label: 'Queue messages this month',
      name: 'Queue messages',
      of: 'All queues',
      link: { to: '/queues' },
    },
    ...endpoints.map(
      ({ id, name, used, limit }): Quota => ({
        key: id,
        count: { used, limit },
        label: `Submissions to ${name ?? id} this month`,
        name: name ?? id,
        of: 'Form',
        link: { to: '/forms/$endpointId', params: { endpointId: id } },
      }),
    ),
  ]
}

/** Puts the fullest first. */
function byShare({ count: one }: Quota, { count: other }: Quota): number {
  const share = ({ used, limit }: Count) => (limit === null ? 0 : used / limit)
  return share(other) - share(one) || other.used - one.used
}

function QuotaRow({ quota: { count: used, label, name, of, link } }: { quota: Quota }) {
  return (
    <li className="grid items-center gap-x-6 gap-y-2 px-5 py-3.5 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="flex min-w-0 items-baseline gap-2.5">
        <Link {...link} className="min-w-0 truncate font-semibold no-underline hover:underline">
          {name}
        </Link>
        <span className="shrink-0 text-sm text-muted">{of}</span>
      </div>
      <QuotaBar label={label} used={used.used} limit={used.limit} />
    </li>
  )
}

function quotaText(quota: number | null, whose: string): string {
  return quota === null ? 'Unlimited' : `${count(quota)} a month ${whose}`
}

function takesFiles({ files_per_submission }: Plan): boolean {
  return files_per_submission > 0
}

function describeFiles(plan: Plan): string {
  const { files_per_submission: files, file_bytes } = plan
  if (!takesFiles(plan)) return 'None'
  return files === 1
    ? `1 per submission, up to ${bytesText(file_bytes)}`
    : `Up to ${count(files)} per submission, ${bytesText(file_bytes)} each`
}

/** Capitalizes the name of a plan. */
function getName({ name }: Plan): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { type Count, type Plan, useUsage } from '../../api/accounts/me.ts'
import type { Usage } from '../../api/schema.ts'
import { QuotaBar } from '../../controls/charts/quota-bar.tsx'
import { TallFact } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { bytesText, count } from '../../controls/numbers.ts'
import { Moment, MonthEnd } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { Page } from '../../shell/frame/page.tsx'
import { Loaded } from '../../shell/loaded.tsx'

/** Plan limits and usage. */
export function UsageScreen() {
  const query = useUsage()
  return (
    <Page title={t('usage.title')}>
      <Loaded query={query} loading={<SkeletonRows rows={4} />}>
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
      aria-label={t('usage.shorter.label')}
      className="flex flex-col gap-2 rounded-md border border-warn/40 bg-warn-tint p-5 text-pretty"
    >
      <p className="font-semibold text-warn">
        {rich('usage.shorter.from', { time: <Moment at={shrinks_at} /> })}
      </p>
      <p>
        {rich('usage.shorter.explained', {
          submissionsBefore: t('usage.days', { count: retention.submission_days }),
          submissionsAfter: t('usage.days', { count: plan.submission_retention_days }),
          telemetryBefore: t('usage.days', { count: retention.telemetry_days }),
          telemetryAfter: t('usage.days', { count: plan.telemetry_retention_days }),
          exportFirst: (
            <Link to="/settings/account" className="underline underline-offset-4">
              {t('usage.shorter.export')}
            </Link>
          ),
        })}
      </p>
    </section>
  )
}

function PlanSection({ plan }: { plan: Plan }) {
  const facts: [name: string, value: string][] = [
    [t('usage.plan.submissions'), quotaText(plan.submissions_per_month, 'usage.plan.perForm')],
    [t('usage.quota.events'), quotaText(plan.telemetry_events_per_month, 'usage.plan.inTotal')],
    [t('usage.quota.messages'), quotaText(plan.queue_messages_per_month, 'usage.plan.inTotal')],
    [t('usage.plan.submissionRetention'), t('usage.days', { count: plan.submission_retention_days })],
    [t('usage.plan.telemetryRetention'), t('usage.days', { count: plan.telemetry_retention_days })],
    [
      t('usage.plan.destinations'),
      plan.destinations === 0
        ? t('usage.plan.oneDestination')
        : t('usage.plan.severalDestinations', { number: count(plan.destinations) }),
    ],
    [t('usage.plan.files'), describeFiles(plan)],
    ...(takesFiles(plan)
      ? [[t('usage.plan.fileStorage'), bytesText(plan.stored_bytes)] satisfies [string, string]]
      : []),
  ]
  return (
    <Section title={t('usage.plan.title', { name: getName(plan) })}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <TallFact key={name} name={name}>
            {value}
          </TallFact>
        ))}
      </dl>
      <p className="text-sm text-muted">{t('usage.plan.explained')}</p>
    </Section>
  )
}

function MonthSection({ usage }: { usage: Usage }) {
  const { endpoints, telemetry, queue, resets_at } = usage
  const nothing = endpoints.length === 0 && telemetry.used === 0 && queue.used === 0
  if (nothing) {
    return (
      <EmptyState icon="usage" title={t('usage.none.title')}>
        {t('usage.none.explained')}
      </EmptyState>
    )
  }
  return (
    <Section
      title={t('usage.month.title')}
      description={rich('usage.month.explained', { time: <MonthEnd at={resets_at} /> })}
    >
      <ul aria-label={t('usage.month.list')} className="-mx-5 -mb-5 divide-y border-t">
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
    <Section title={t('usage.files.title')} description={t('usage.files.explained')}>
      <div className="sm:max-w-sm">
        <QuotaBar
          label={t('usage.files.title')}
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
      label: t('usage.quota.eventsThisMonth'),
      name: t('usage.quota.events'),
      of: t('usage.quota.allTelemetry'),
      link: { to: '/telemetry' },
    },
    {
      key: 'queues',
      count: queue,
      label: t('usage.quota.messagesThisMonth'),
      name: t('usage.quota.messages'),
      of: t('usage.quota.allQueues'),
      link: { to: '/queues' },
    },
    ...endpoints.map(
      ({ id, name, used, limit }): Quota => ({
        key: id,
        count: { used, limit },
        label: t('usage.quota.submissionsThisMonth', { name: name ?? id }),
        name: name ?? id,
        of: t('shell.words.form'),
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

function quotaText(quota: number | null, whose: 'usage.plan.perForm' | 'usage.plan.inTotal'): string {
  return quota === null ? t('usage.plan.unlimited') : t(whose, { quota: count(quota) })
}

function takesFiles({ files_per_submission }: Plan): boolean {
  return files_per_submission > 0
}

function describeFiles(plan: Plan): string {
  const { files_per_submission: files, file_bytes } = plan
  if (!takesFiles(plan)) return t('usage.plan.noFiles')
  return files === 1
    ? t('usage.plan.oneFile', { size: bytesText(file_bytes) })
    : t('usage.plan.severalFiles', { number: count(files), size: bytesText(file_bytes) })
}

/** Capitalizes the name of a plan. */
function getName({ name }: Plan): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import type { Telemetry } from '../../api/schema.ts'
import { Skeleton, SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Segments } from '../../controls/fields/segments.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { EndpointMonth } from '../../shell/owned/endpoint-month.tsx'
import { TestButton } from '../../shell/owned/test-button.tsx'
import { ChartSection } from './chart-section.tsx'
import { GoalLine } from './goal/goal-line.tsx'
import { NameFilter, OtherName } from './name-filter.tsx'
import { NamesTable } from './names-table.tsx'
import type { EventView } from './search.ts'
import { PERIODS, type Period, SHAPES } from './series.ts'
import { useCounts } from './use-counts.ts'

const KEYS: Record<Period, string> = { '24h': 'd', '7d': 'w', '30d': 'm' }

const FirstEvent = lazyPart(
  () => import('./first-event.tsx').then((file) => file.FirstEvent),
  <Skeleton className="h-96" />,
)
const PropsSection = lazyPart(
  () => import('./breakdown/props-section.tsx').then((file) => file.PropsSection),
  <Skeleton className="h-40" />,
)
const SourcesSection = lazyPart(
  () => import('./breakdown/sources-section.tsx').then((file) => file.SourcesSection),
  <Skeleton className="h-40" />,
)
const VisitorsSection = lazyPart(
  () => import('./visitors-section.tsx').then((file) => file.VisitorsSection),
  <Skeleton className="h-40" />,
)

/** Event counts by name and over time. The first event stays in sight above the counts that begin with it. */
export function OverviewView(view: EventView) {
  const { telemetry, tail } = view
  const [isWaiting] = useState(telemetry.last_event_at === null && telemetry.state === 'claimed')
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        {isWaiting && tail.events.some((event) => !event.test) ? t('telemetry.overview.firstArrived') : ''}
      </p>
      {isWaiting ? <FirstEvent telemetry={telemetry} tail={tail} /> : null}
      {isWaiting && telemetry.last_event_at === null ? null : <Counts {...view} />}
    </div>
  )
}

function Counts({ telemetry, search, onNarrow }: EventView) {
  const { period = '24h', name } = search
  const { query, comparable, missing, toSeries } = useCounts(telemetry.id, { period, name })
  const choose = (next: Period) => onNarrow({ period: next === '24h' ? undefined : next })
  useShortcuts(
    PERIODS.map((one) => ({
      keys: KEYS[one],
      does: t(SHAPES[one].last),
      group: 'telemetry',
      run: () => choose(one),
    })),
  )
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={t('telemetry.period.label')}
          value={period}
          choices={PERIODS.map((one) => ({ value: one, label: t(SHAPES[one].name) }))}
          onChange={choose}
        />
        <NameFilter
          telemetryId={telemetry.id}
          name={name}
          onChange={(chosen) => onNarrow({ name: chosen })}
        />
        {name === undefined ? null : (
          <OtherName
            telemetryId={telemetry.id}
            first={name}
            name={search.with}
            onChange={(chosen) => onNarrow({ with: chosen })}
          />
        )}
      </div>
      <GoalLine telemetryId={telemetry.id} />
      <Loaded query={query} loading={<SkeletonRows rows={4} label={t('telemetry.overview.counting')} />}>
        {(stats) => {
          const series = toSeries(stats)
          return (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="flex min-w-0 flex-col gap-6">
                <ChartSection
                  telemetry={telemetry}
                  series={series}
                  period={period}
                  name={name}
                  other={search.with}
                  missing={missing}
                />
                {stats.visitors === null || stats.visitors.length === 0 ? null : (
                  <VisitorsSection
                    stats={stats}
                    visitors={stats.visitors}
                    period={period}
                    comparable={comparable}
                  />
                )}
                <SourcesSection telemetryId={telemetry.id} name={name} since={series.since} />
                <PropsSection
                  telemetryId={telemetry.id}
                  name={name}
                  since={series.since}
                  onChoose={(prop, value) => onNarrow({ view: 'events', prop, value })}
                />
              </div>
              <div className="flex min-w-0 flex-col gap-6">
                <NamesTable
                  names={series.names}
                  chosen={name}
                  onChoose={(next) => onNarrow({ name: next })}
                />
                <MonthSection telemetry={telemetry} />
              </div>
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

/** Monthly usage of this endpoint and the account. */
function MonthSection({ telemetry }: { telemetry: Telemetry }) {
  const { data: me } = useMe()
  return (
    <EndpointMonth
      label={t('telemetry.overview.month')}
      kind="endpoint"
      usage={telemetry.events}
      claimedAt={telemetry.claimed_at}
      last={telemetry.last_event_at}
      note={me ? t('telemetry.kept', { count: me.plan.telemetry_retention_days }) : null}
      action={telemetry.state === 'claimed' ? <TestButton kind="telemetry" owned={telemetry} /> : null}
    />
  )
}

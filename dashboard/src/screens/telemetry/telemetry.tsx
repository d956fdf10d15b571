import { getRouteApi } from '@tanstack/react-router'
import { useAccess } from '../../api/accounts/access.ts'
import type { Telemetry } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { EventsView } from './events-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { readTelemetrySearch, type TelemetrySearch, type TelemetryView } from './search.ts'
import { useTail } from './tail.ts'

const SettingsView = lazyPart(
  () => import('./settings-view.tsx').then((file) => file.SettingsView),
  <SkeletonRows rows={4} />,
  ['destinations', 'submission'],
)
const SnippetsView = lazyPart(
  () => import('./snippets-view.tsx').then((file) => file.SnippetsView),
  <SkeletonRows rows={4} />,
  ['snippets'],
)
const LiveView = lazyPart(
  () => import('./live-view.tsx').then((file) => file.LiveView),
  <SkeletonRows rows={4} />,
)
const WatchesView = lazyPart(
  () => import('./watches/watches-view.tsx').then((file) => file.WatchesView),
  <SkeletonRows rows={2} />,
)
const KeysView = lazyPart(
  () => import('./keys-view.tsx').then((file) => file.KeysView),
  <SkeletonRows rows={4} />,
)

const route = getRouteApi('/telemetry/$telemetryId')

/** Screen of one telemetry endpoint. */
export function TelemetryScreen() {
  return (
    <OwnedPage kind="telemetry" id={route.useParams().telemetryId}>
      {(telemetry) => <Views telemetry={telemetry} />}
    </OwnedPage>
  )
}

function Views({ telemetry }: { telemetry: Telemetry }) {
  const search = route.useSearch()
  const { may } = useAccess()
  const navigate = route.useNavigate()
  const tail = useTail({ telemetryId: telemetry.id, open: telemetry.state === 'claimed' })
  const narrow = (part: TelemetrySearch) =>
    navigate({ search: readTelemetrySearch({ ...search, ...part }), replace: true, resetScroll: false })
  const view = { telemetry, search, onNarrow: narrow, tail }
  return (
    <Tabs<TelemetryView>
      label={t('telemetry.tabs.label')}
      value={search.view ?? 'overview'}
      onChange={(next) =>
        narrow({ view: next === 'overview' ? undefined : next, prop: undefined, value: undefined })
      }
      tabs={[
        { value: 'overview', label: t('telemetry.tabs.overview'), content: <OverviewView {...view} /> },
        { value: 'live', label: t('telemetry.tabs.live'), content: <LiveView {...view} /> },
        { value: 'events', label: t('telemetry.tabs.events'), content: <EventsView {...view} /> },
        {
          value: 'watches',
          label: t('telemetry.tabs.watches'),
          content: <WatchesView telemetry={telemetry} />,
        },
        {
          value: 'snippets',
          label: t('telemetry.tabs.snippets'),
          content: <SnippetsView telemetry={telemetry} />,
        },
        ...(may('owner', 'account')
          ? ([
              { value: 'keys', label: t('telemetry.tabs.keys'), content: <KeysView telemetry={telemetry} /> },
              {
                value: 'settings',
                label: t('shell.words.settings'),
                content: <SettingsView telemetry={telemetry} />,
              },
            ] as const)
          : []),
      ]}
    />
  )
}

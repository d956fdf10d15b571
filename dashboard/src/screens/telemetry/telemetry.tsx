import { getRouteApi, Link } from '@tanstack/react-router'
import { type Telemetry, useTelemetry } from '../../api/telemetry.ts'
import { Badge } from '../../controls/badge.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { Icon } from '../../controls/icon.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { telemetrySnippets } from '../../snippets/telemetry/all-snippets.ts'
import { SnippetChooser } from '../endpoint/snippet-chooser.tsx'
import { EventsView } from './events-view.tsx'
import { KeysView } from './keys-view.tsx'
import { LiveView } from './live-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { readTelemetrySearch, type TelemetrySearch, type TelemetryView } from './search.ts'
import { SettingsView } from './settings-view.tsx'
import { useTail } from './tail.ts'

const route = getRouteApi('/telemetry/$telemetryId')

/** Everything about one telemetry endpoint. */
export function TelemetryScreen() {
  const { telemetryId } = route.useParams()
  const query = useTelemetry(telemetryId)
  return (
    <Page
      title={query.data?.name ?? telemetryId}
      width="wide"
      above={
        <Link
          to="/telemetry"
          className="mb-3 -ml-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted no-underline hover:text-ink"
        >
          <Icon name="left" className="size-4" />
          Telemetry
        </Link>
      }
      description={query.data ? <About telemetry={query.data} /> : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the telemetry endpoint" />}>
        {(telemetry) => <Views key={telemetry.id} telemetry={telemetry} />}
      </Loaded>
    </Page>
  )
}

function About({ telemetry }: { telemetry: Telemetry }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {telemetry.state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>}
      <span className="flex min-w-0">
        <CopyInline label="Copy the address" value={telemetry.telemetry_url} />
      </span>
    </div>
  )
}

function Views({ telemetry }: { telemetry: Telemetry }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const tail = useTail({ telemetryId: telemetry.id, open: telemetry.state === 'claimed' })
  const narrow = (part: TelemetrySearch) =>
    navigate({ search: readTelemetrySearch({ ...search, ...part }), replace: true, resetScroll: false })
  const view = { telemetry, search, onNarrow: narrow, tail }
  const { telemetry_url: telemetryUrl } = telemetry
  return (
    <Tabs<TelemetryView>
      label="About this telemetry endpoint"
      value={search.view ?? 'overview'}
      onChange={(next) => narrow({ view: next === 'overview' ? undefined : next })}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView {...view} /> },
        { value: 'live', label: 'Live', content: <LiveView {...view} /> },
        { value: 'events', label: 'Events', content: <EventsView {...view} /> },
        {
          value: 'snippets',
          label: 'Snippets',
          content: (
            <SnippetChooser
              label="Sent by"
              snippets={telemetrySnippets({ telemetryUrl })}
              usage="Where something happens"
            />
          ),
        },
        { value: 'keys', label: 'Keys', content: <KeysView telemetry={telemetry} /> },
        { value: 'settings', label: 'Settings', content: <SettingsView telemetry={telemetry} /> },
      ]}
    />
  )
}

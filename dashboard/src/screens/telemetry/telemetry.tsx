import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Telemetry } from '../../api/schema.ts'
import { useChangeTelemetry, useTelemetry } from '../../api/telemetry/telemetry.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { EmailsOffBanner } from '../../shell/owned/emails-off-banner.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { EventsView } from './events-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { readTelemetrySearch, type TelemetrySearch, type TelemetryView } from './search.ts'
import { useTail } from './tail.ts'

const SettingsView = lazyPart(() => import('./settings-view.tsx').then((file) => file.SettingsView))
const SnippetsView = lazyPart(() => import('./snippets-view.tsx').then((file) => file.SnippetsView))
const LiveView = lazyPart(() => import('./live-view.tsx').then((file) => file.LiveView))
const KeysView = lazyPart(() => import('./keys-view.tsx').then((file) => file.KeysView))

const route = getRouteApi('/telemetry/$telemetryId')

/** Screen of one telemetry endpoint. */
export function TelemetryScreen() {
  const { telemetryId } = route.useParams()
  return (
    <OwnedPage
      kind="telemetry"
      id={telemetryId}
      query={useTelemetry(telemetryId)}
      back={{ to: '/telemetry', label: 'Telemetry' }}
      one="telemetry endpoint"
      getUrl={(telemetry) => telemetry.telemetry_url}
    >
      {(telemetry) => (
        <>
          <EmailsOff telemetry={telemetry} />
          <Views key={telemetry.id} telemetry={telemetry} />
        </>
      )}
    </OwnedPage>
  )
}

function EmailsOff({ telemetry }: { telemetry: Telemetry }) {
  return (
    <EmailsOffBanner
      endpoint={telemetry}
      emailNotifications={telemetry.email_notifications}
      change={useChangeTelemetry(telemetry.id)}
    >
      Events are still saved, and you still get emails about your quota.
    </EmailsOffBanner>
  )
}

function Views({ telemetry }: { telemetry: Telemetry }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const tail = useTail({ telemetryId: telemetry.id, open: telemetry.state === 'claimed' })
  const narrow = (part: TelemetrySearch) =>
    navigate({ search: readTelemetrySearch({ ...search, ...part }), replace: true, resetScroll: false })
  const view = { telemetry, search, onNarrow: narrow, tail }
  return (
    <Tabs<TelemetryView>
      label="Telemetry endpoint sections"
      value={search.view ?? 'overview'}
      onChange={(next) => narrow({ view: next === 'overview' ? undefined : next })}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView {...view} /> },
        {
          value: 'live',
          label: 'Live',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the live events" />}>
              <LiveView {...view} />
            </Suspense>
          ),
        },
        {
          value: 'events',
          label: 'Events',
          content: <EventsView {...view} />,
        },
        {
          value: 'snippets',
          label: 'Snippets',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the snippets" />}>
              <SnippetsView telemetry={telemetry} />
            </Suspense>
          ),
        },
        {
          value: 'keys',
          label: 'Keys',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the keys" />}>
              <KeysView telemetry={telemetry} />
            </Suspense>
          ),
        },
        {
          value: 'settings',
          label: 'Settings',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the settings" />}>
              <SettingsView telemetry={telemetry} />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

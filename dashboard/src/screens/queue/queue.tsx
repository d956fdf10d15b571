import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useChangeQueue, useQueue } from '../../api/queues/queues.ts'
import type { Queue } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Tabs } from '../../controls/tabs.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { EmailsOffBanner } from '../../shell/owned/emails-off-banner.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { DeadView } from './dead-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { type QueueView, readQueueSearch } from './search.ts'

const SnippetsView = lazyPart(() => import('./snippets-view.tsx').then((file) => file.SnippetsView))
const SettingsView = lazyPart(() => import('./settings-view.tsx').then((file) => file.SettingsView))
const KeysView = lazyPart(() => import('./keys-view.tsx').then((file) => file.KeysView))

const route = getRouteApi('/queues/$queueId')

/** Screen of one queue. */
export function QueueScreen() {
  const { queueId } = route.useParams()
  return (
    <OwnedPage
      kind="queues"
      id={queueId}
      query={useQueue(queueId)}
      back={{ to: '/queues', label: 'Queues' }}
      one="queue"
      getUrl={(queue) => queue.queue_url}
    >
      {(queue) => (
        <>
          <EmailsOff queue={queue} />
          <Views key={queue.id} queue={queue} />
        </>
      )}
    </OwnedPage>
  )
}

function EmailsOff({ queue }: { queue: Queue }) {
  return (
    <EmailsOffBanner
      endpoint={queue}
      emailNotifications={queue.email_notifications}
      change={useChangeQueue(queue.id)}
    >
      Messages are still saved, and you still get emails about your quota.
    </EmailsOffBanner>
  )
}

function Views({ queue }: { queue: Queue }) {
  const { view = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: QueueView) =>
    navigate({ search: readQueueSearch({ view: next === 'overview' ? undefined : next }), replace: true })
  const { dead_count: dead } = queue
  return (
    <Tabs<QueueView>
      label="Queue sections"
      value={view}
      onChange={choose}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView queue={queue} /> },
        {
          value: 'dead',
          label: dead === 0 ? 'Dead' : `Dead (${count(dead)})`,
          content: <DeadView queue={queue} />,
        },
        {
          value: 'snippets',
          label: 'Snippets',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the snippets" />}>
              <SnippetsView queue={queue} />
            </Suspense>
          ),
        },
        {
          value: 'keys',
          label: 'Keys',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the keys" />}>
              <KeysView queue={queue} />
            </Suspense>
          ),
        },
        {
          value: 'settings',
          label: 'Settings',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the settings" />}>
              <SettingsView queue={queue} />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

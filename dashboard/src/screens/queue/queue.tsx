import { getRouteApi } from '@tanstack/react-router'
import { useAccess } from '../../api/accounts/access.ts'
import type { Queue } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Tabs } from '../../controls/tabs.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { DeadView } from './dead-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { type QueueView, readQueueSearch } from './search.ts'

const SnippetsView = lazyPart(
  () => import('./snippets-view.tsx').then((file) => file.SnippetsView),
  <SkeletonRows rows={4} label="Loading the snippets" />,
)
const SettingsView = lazyPart(
  () => import('./settings-view.tsx').then((file) => file.SettingsView),
  <SkeletonRows rows={4} label="Loading the settings" />,
)
const KeysView = lazyPart(
  () => import('./keys-view.tsx').then((file) => file.KeysView),
  <SkeletonRows rows={4} label="Loading the keys" />,
)

const route = getRouteApi('/queues/$queueId')

/** Screen of one queue. */
export function QueueScreen() {
  return (
    <OwnedPage kind="queues" id={route.useParams().queueId}>
      {(queue) => <Views queue={queue} />}
    </OwnedPage>
  )
}

function Views({ queue }: { queue: Queue }) {
  const { view = 'overview' } = route.useSearch()
  const { may } = useAccess()
  const navigate = route.useNavigate()
  const choose = (next: QueueView) =>
    navigate({ search: readQueueSearch({ view: next === 'overview' ? undefined : next }), replace: true })
  const dead = queue.dead_count === 0 ? 'Dead' : `Dead (${count(queue.dead_count)})`
  return (
    <Tabs<QueueView>
      label="Queue sections"
      value={view}
      onChange={choose}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView queue={queue} /> },
        { value: 'dead', label: dead, content: <DeadView queue={queue} /> },
        { value: 'snippets', label: 'Snippets', content: <SnippetsView queue={queue} /> },
        ...(may('owner', 'account')
          ? ([
              { value: 'keys', label: 'Keys', content: <KeysView queue={queue} /> },
              { value: 'settings', label: 'Settings', content: <SettingsView queue={queue} /> },
            ] as const)
          : []),
      ]}
    />
  )
}

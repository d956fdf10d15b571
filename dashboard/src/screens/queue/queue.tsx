import { getRouteApi } from '@tanstack/react-router'
import { useAccess } from '../../api/accounts/access.ts'
import type { Queue } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Tabs } from '../../controls/tabs.tsx'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { DeadView } from './dead-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { type QueueView, readQueueSearch } from './search.ts'

const SnippetsView = lazyPart(
  () => import('./snippets-view.tsx').then((file) => file.SnippetsView),
  <SkeletonRows rows={4} />,
  ['snippets'],
)
const SettingsView = lazyPart(
  () => import('./settings-view.tsx').then((file) => file.SettingsView),
  <SkeletonRows rows={4} />,
  ['destinations', 'submission'],
)
const KeysView = lazyPart(
  () => import('./keys-view.tsx').then((file) => file.KeysView),
  <SkeletonRows rows={4} />,
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
  const dead =
    queue.dead_count === 0
      ? t('queue.tabs.dead')
      : t('queue.tabs.deadCount', { number: count(queue.dead_count) })
  return (
    <Tabs<QueueView>
      label={t('queue.tabs.label')}
      value={view}
      onChange={choose}
      tabs={[
        { value: 'overview', label: t('queue.tabs.overview'), content: <OverviewView queue={queue} /> },
        { value: 'dead', label: dead, content: <DeadView queue={queue} /> },
        { value: 'snippets', label: t('queue.tabs.snippets'), content: <SnippetsView queue={queue} /> },
        ...(may('owner', 'account')
          ? ([
              { value: 'keys', label: t('queue.tabs.keys'), content: <KeysView queue={queue} /> },
              {
                value: 'settings',
                label: t('shell.words.settings'),
                content: <SettingsView queue={queue} />,
              },
            ] as const)
          : []),
      ]}
    />
  )
}

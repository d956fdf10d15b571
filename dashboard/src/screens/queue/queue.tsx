import { getRouteApi, Link } from '@tanstack/react-router'
import { type Queue, useQueue } from '../../api/queues.ts'
import { Badge } from '../../controls/badge.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { Icon } from '../../controls/icon.tsx'
import { count } from '../../controls/numbers.ts'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { queueSnippets } from '../../snippets/queue/all-snippets.ts'
import { SnippetChooser } from '../endpoint/snippet-chooser.tsx'
import { DeadView } from './dead-view.tsx'
import { KeysView } from './keys-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { type QueueView, readQueueSearch } from './search.ts'
import { SettingsView } from './settings-view.tsx'

const route = getRouteApi('/queues/$queueId')

/** Everything about one queue. */
export function QueueScreen() {
  const { queueId } = route.useParams()
  const query = useQueue(queueId)
  return (
    <Page
      title={query.data?.name ?? queueId}
      width="wide"
      above={
        <Link
          to="/queues"
          className="mb-3 -ml-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted no-underline hover:text-ink"
        >
          <Icon name="left" className="size-4" />
          Queues
        </Link>
      }
      description={query.data ? <About queue={query.data} /> : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the queue" />}>
        {(queue) => <Views key={queue.id} queue={queue} />}
      </Loaded>
    </Page>
  )
}

function About({ queue }: { queue: Queue }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {queue.state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>}
      <span className="flex min-w-0">
        <CopyInline label="Copy the address" value={queue.queue_url} />
      </span>
    </div>
  )
}

function Views({ queue }: { queue: Queue }) {
  const { view = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: QueueView) =>
    navigate({ search: readQueueSearch({ view: next === 'overview' ? undefined : next }), replace: true })
  const { queue_url: queueUrl, dead_count: dead } = queue
  return (
    <Tabs<QueueView>
      label="About this queue"
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
            <SnippetChooser
              label="Done by"
              snippets={queueSnippets({ queueUrl })}
              usage="Where it runs"
              note={({ language }) =>
                language === 'text' ? null : (
                  <p className="text-sm text-muted">
                    The key belongs on servers and in no page: whoever has it can take your messages. A page
                    posts to a form endpoint, whose settings can route to this queue.
                  </p>
                )
              }
            />
          ),
        },
        { value: 'keys', label: 'Keys', content: <KeysView queue={queue} /> },
        { value: 'settings', label: 'Settings', content: <SettingsView queue={queue} /> },
      ]}
    />
  )
}

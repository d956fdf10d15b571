import { useState } from 'react'
import {
  type KeyedEndpoint,
  useEndpointKeys,
  useMakeEndpointKey,
  useRevokeEndpointKey,
} from '../../api/endpoint-keys.ts'
import type { Queue, QueueScope } from '../../api/queues.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { KeyList } from '../../shell/key-list.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { NewKey, type Reach } from '../../shell/new-key.tsx'
import { tryKeyCommand } from '../../snippets/queue/curl.ts'

const REACHES: readonly [Reach<QueueScope>, ...Reach<QueueScope>[]] = [
  { label: 'Publish and consume', scopes: ['publish', 'consume'] },
  { label: 'Publish only', scopes: ['publish'] },
  { label: 'Consume only', scopes: ['consume'] },
]

/** The keys with which programs publish to this queue and consume it. */
export function KeysView({ queue }: { queue: Queue }) {
  const endpoint: KeyedEndpoint = { kind: 'queues', id: queue.id }
  const query = useEndpointKeys<QueueScope>(endpoint)
  const make = useMakeEndpointKey<QueueScope>(endpoint)
  const revoke = useRevokeEndpointKey(endpoint)
  const [making, setMaking] = useState(false)
  useShortcuts([{ keys: 'n', does: 'New key', group: 'Queue', run: () => setMaking(true) }])
  const newKey = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      New key
    </Button>
  )
  return (
    <div className="max-w-3xl">
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading the keys" />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon="key" title="No keys" deeds={newKey}>
              No program can use this queue now, but with a key of your account.
            </EmptyState>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">
                  For this queue alone. Give each program its own, and no more than it needs.
                </p>
                {newKey}
              </div>
              <KeyList keys={keys} saysOf={saysOf} revoke={revoke} />
            </>
          )
        }
      </Loaded>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        make={make}
        reaches={REACHES}
        placeholder="Shop, order worker"
        note="Publishing puts messages in. Consuming pulls, acknowledges, looks at what waits and replays what is dead."
        tryOut={(apiKey) => tryKeyCommand({ queueUrl: queue.queue_url, apiKey })}
      />
    </div>
  )
}

function saysOf(scopes: readonly QueueScope[]): string {
  if (scopes.length > 1) return 'Publishes and consumes'
  return scopes.includes('publish') ? 'Publishes' : 'Consumes'
}

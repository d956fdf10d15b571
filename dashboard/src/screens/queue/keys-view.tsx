import type { QueueScope } from '../../api/queues/queues.ts'
import type { Queue } from '../../api/schema.ts'
import { EndpointKeysView } from '../../shell/keys/endpoint-keys-view.tsx'
import type { Reach } from '../../shell/keys/new-key.tsx'
import { tryKeyCommand } from '../../snippets/queue/curl.ts'

const REACHES: readonly [Reach<QueueScope>, ...Reach<QueueScope>[]] = [
  { label: 'Publish and consume', scopes: ['publish', 'consume'] },
  { label: 'Publish only', scopes: ['publish'] },
  { label: 'Consume only', scopes: ['consume'] },
]

/** The keys with which programs publish to this queue and consume it. */
export function KeysView({ queue }: { queue: Queue }) {
  return (
    <EndpointKeysView
      endpoint={{ kind: 'queues', id: queue.id }}
      group="Queue"
      says="For this queue alone. Give each program its own, and no more than it needs."
      none="No program can use this queue now, but with a key of your account."
      saysOf={saysOf}
      reaches={REACHES}
      placeholder="Shop, order worker"
      note="Publishing puts messages in. Consuming pulls, acknowledges, looks at what waits and replays what is dead."
      tryOut={(apiKey) => tryKeyCommand({ queueUrl: queue.queue_url, apiKey })}
    />
  )
}

function saysOf(scopes: readonly QueueScope[]): string {
  if (scopes.length > 1) return 'Publishes and consumes'
  return scopes.includes('publish') ? 'Publishes' : 'Consumes'
}

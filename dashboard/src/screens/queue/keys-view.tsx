import { tryKeyCommand } from '../../../../src/snippets/queue/curl.ts'
import type { QueueScope } from '../../api/endpoints/owned.ts'
import type { Queue } from '../../api/schema.ts'
import { EndpointKeysView } from '../../shell/keys/endpoint-keys-view.tsx'
import type { Reaches } from '../../shell/keys/new-key.tsx'

const REACHES: Reaches<QueueScope> = [
  { label: 'Publish and consume', scopes: ['publish', 'consume'] },
  { label: 'Publish only', scopes: ['publish'] },
  { label: 'Consume only', scopes: ['consume'] },
]

/** Keys of the queue. */
export function KeysView({ queue }: { queue: Queue }) {
  return (
    <EndpointKeysView
      endpoint={{ kind: 'queues', id: queue.id }}
      group="queue"
      purpose="Keys of this queue. Give each program its own key with the least access it needs."
      none="Without a key of its own, this queue can only be used with an account API key."
      reaches={REACHES}
      placeholder="Shop, order worker"
      note="Publish adds messages. Consume pulls, acknowledges, peeks and replays."
      tryOut={(apiKey) => tryKeyCommand({ queueUrl: queue.queue_url, apiKey })}
    />
  )
}

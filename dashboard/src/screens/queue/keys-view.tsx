import { tryKeyCommand } from '../../../../src/snippets/queue/curl.ts'
import type { QueueScope } from '../../api/endpoints/owned.ts'
import type { Queue } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { EndpointKeysView } from '../../shell/keys/endpoint-keys-view.tsx'
import type { Reaches } from '../../shell/keys/new-key.tsx'

const REACHES: Reaches<QueueScope> = [
  { label: 'queue.keys.both', scopes: ['publish', 'consume'] },
  { label: 'queue.keys.publish', scopes: ['publish'] },
  { label: 'queue.keys.consume', scopes: ['consume'] },
]

/** Keys of the queue. */
export function KeysView({ queue }: { queue: Queue }) {
  return (
    <EndpointKeysView
      endpoint={{ kind: 'queues', id: queue.id }}
      group="queue"
      purpose={t('queue.keys.purpose')}
      none={t('queue.keys.none')}
      reaches={REACHES}
      placeholder={t('queue.keys.example')}
      note={t('queue.keys.note')}
      tryOut={(apiKey) => tryKeyCommand({ queueUrl: queue.queue_url, apiKey })}
    />
  )
}

import { tryKeyCommand } from '../../../../src/snippets/queue/curl.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'

/** Creates a queue, shows its key and opens it. */
export function NewQueue({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <NewKeyed
      kind="queues"
      open={open}
      onClose={onClose}
      description="Anyone with its key can publish and consume. You can view and replay messages here."
      example="Orders, acme.org"
      firstKey={({ queue_url: queueUrl, api_key: apiKey }) => ({
        title: 'Queue created. Copy its key.',
        description: 'Programs publish and consume with this key.',
        others: 'You can create more keys that only publish or only consume.',
        label: 'Key',
        value: apiKey,
        tryOut: tryKeyCommand({ queueUrl, apiKey }),
      })}
    />
  )
}

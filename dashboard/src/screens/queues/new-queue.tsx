import { useNavigate } from '@tanstack/react-router'
import { tryKeyCommand } from '../../../../src/snippets/queue/curl.ts'
import { useCreateQueue } from '../../api/queues/queues.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'

/** Creates a queue, shows its key and opens it. */
export function NewQueue({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewKeyed
      open={open}
      onClose={onClose}
      create={useCreateQueue()}
      nameDialog={{
        title: 'New queue',
        description: 'Anyone with its key can publish and consume. You can view and replay messages here.',
        example: 'Orders, acme.org',
      }}
      firstKey={({ queue_url: queueUrl, api_key: apiKey }) => ({
        title: 'Queue created. Copy its key.',
        description: 'Programs publish and consume with this key.',
        others: 'You can create more keys that only publish or only consume.',
        label: 'Key',
        value: apiKey,
        tryOut: tryKeyCommand({ queueUrl, apiKey }),
      })}
      onCreated={({ id }) => navigate({ to: '/queues/$queueId', params: { queueId: id } })}
    />
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useCreateQueue } from '../../api/queues/queues.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'
import { tryKeyCommand } from '../../snippets/queue/curl.ts'

/** Makes a queue, shows its key, and goes there. */
export function NewQueue({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewKeyed
      open={open}
      onClose={onClose}
      create={useCreateQueue()}
      asks={{
        title: 'New queue',
        description:
          'Whoever has its key may put messages in and take them out; you see and replay them here.',
        example: 'Orders, acme.org',
      }}
      firstKey={({ queue_url: queueUrl, api_key: apiKey }) => ({
        title: 'The queue is ready: copy its key',
        says: 'Programs publish and consume with it.',
        others: 'You can make others, which may only publish or only consume.',
        label: 'Key',
        value: apiKey,
        tryOut: tryKeyCommand({ queueUrl, apiKey }),
      })}
      onMade={({ id }) => navigate({ to: '/queues/$queueId', params: { queueId: id } })}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { useChangeEndpoint } from '../../api/endpoints/endpoints.ts'
import { useQueueChoices } from '../../api/queues/queues.ts'
import type { Endpoint, Queue } from '../../api/schema.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'

const NONE = 'none'

/** Select for the queue that also receives each submission. */
export function QueueSection({ endpoint }: { endpoint: Endpoint }) {
  const query = useQueueChoices()
  return (
    <Section
      title="Queue"
      description="Also send each submission to a queue, for your code to process. Uses your queue quota. Spam is skipped."
    >
      <Loaded query={query} loading={<Skeleton className="h-9 w-64" />}>
        {(queues) =>
          queues.length === 0 && endpoint.settings.queue_id === null ? (
            <p className="text-muted">
              You have no queues yet.{' '}
              <Link to="/queues" className="text-accent underline">
                Create one
              </Link>
            </p>
          ) : (
            <Choice endpoint={endpoint} queues={queues} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Choice({ endpoint, queues }: { endpoint: Endpoint; queues: readonly Queue[] }) {
  const change = useChangeEndpoint(endpoint.id)
  const { showToast } = useToast()
  const showError = useErrorToast()
  const { queue_id: queueId } = endpoint.settings
  // Shows the new choice while the request is in progress.
  const shown = change.isPending ? (change.variables.queue_id ?? null) : queueId
  const known = queues.map(({ id, name }) => ({ value: id, label: name ?? id }))
  const choices = [
    { value: NONE, label: 'No queue' },
    ...known,
    // The queue is retired, or not among the first 100.
    ...(shown === null || queues.some(({ id }) => id === shown) ? [] : [{ value: shown, label: shown }]),
  ]
  const choose = (value: string) =>
    change.mutate(
      { queue_id: value === NONE ? null : value },
      {
        onSuccess: () =>
          showToast({
            title:
              value === NONE
                ? 'Submissions are no longer sent to a queue'
                : 'Submissions are sent to the queue',
          }),
        onError: (error) => showError(error, { title: 'Not saved', retry: () => choose(value) }),
      },
    )
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Select
        label="Submissions go to"
        showLabel
        value={shown ?? NONE}
        choices={choices}
        onChange={choose}
        className="w-full sm:w-72"
      />
      {queueId === null ? null : (
        <Link
          to="/queues/$queueId"
          params={{ queueId }}
          className="inline-flex min-h-9 items-center text-sm text-accent underline"
        >
          Open the queue
        </Link>
      )}
    </div>
  )
}

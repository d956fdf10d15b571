import { Link } from '@tanstack/react-router'
import { useChangeEndpoint } from '../../api/endpoints/endpoints.ts'
import { useQueueChoices } from '../../api/queues/queues.ts'
import type { Endpoint, Queue } from '../../api/schema.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { useSayError } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'

const NONE = 'none'

/** Which of the owner's queues gets each submission besides the mail. */
export function QueueSection({ endpoint }: { endpoint: Endpoint }) {
  const query = useQueueChoices()
  return (
    <Section
      title="Queue"
      description="Each submission can go to one of your queues besides, as a message that a program works off. It counts as one; spam is left out."
    >
      <Loaded query={query} loading={<Skeleton className="h-9 w-64" />}>
        {(queues) =>
          queues.length === 0 && endpoint.settings.queue_id === null ? (
            <p className="text-muted">
              You have no queue yet.{' '}
              <Link to="/queues" className="text-accent underline">
                Make one
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
  const { say } = useToast()
  const sayError = useSayError()
  const { queue_id: queueId } = endpoint.settings
  // While it is on its way it is shown as chosen.
  const shown = change.isPending ? (change.variables.queue_id ?? null) : queueId
  const known = queues.map(({ id, name }) => ({ value: id, label: name ?? id }))
  const choices = [
    { value: NONE, label: 'To no queue' },
    ...known,
    // Retired since, or not among the first ones.
    ...(shown === null || queues.some(({ id }) => id === shown) ? [] : [{ value: shown, label: shown }]),
  ]
  const choose = (value: string) =>
    change.mutate(
      { queue_id: value === NONE ? null : value },
      {
        onSuccess: () =>
          say({ title: value === NONE ? 'Submissions go to no queue' : 'Submissions go to the queue' }),
        onError: sayError,
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

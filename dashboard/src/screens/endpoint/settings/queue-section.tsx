import { Link } from '@tanstack/react-router'
import { useChangeOwned, useQueueChoices } from '../../../api/endpoints/owned.ts'
import type { Endpoint, Queue } from '../../../api/schema.ts'
import { Skeleton } from '../../../controls/feedback/skeleton.tsx'
import { Select } from '../../../controls/fields/select.tsx'
import { Section } from '../../../controls/section.tsx'
import { sentenceSpace } from '../../../language/sentences.ts'
import { t } from '../../../language/texts.ts'
import { useAction } from '../../../shell/action.ts'
import { Loaded } from '../../../shell/loaded.tsx'

const NONE = 'none'

/** Select for the queue that also receives each submission. */
export function QueueSection({ endpoint }: { endpoint: Endpoint }) {
  const query = useQueueChoices()
  return (
    <Section title={t('endpoint.queue.title')} description={t('endpoint.queue.text')}>
      <Loaded query={query} loading={<Skeleton className="h-9 w-64" />}>
        {(queues) =>
          queues.length === 0 && endpoint.settings.queue_id === null ? (
            <p className="text-muted">
              {t('endpoint.queue.noQueues')}
              {sentenceSpace}
              <Link to="/queues" className="text-accent underline">
                {t('endpoint.queue.create')}
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
  const change = useChangeOwned('endpoints', endpoint.id)
  const { queue_id: queueId } = endpoint.settings
  // Shows the new choice while the request is in progress.
  const shown = change.isPending ? (change.variables.queue_id ?? null) : queueId
  const known = queues.map(({ id, name }) => ({ value: id, label: name ?? id }))
  const choices = [
    { value: NONE, label: t('endpoint.queue.none') },
    ...known,
    // The queue is retired, or not among the first 100.
    ...(shown === null || queues.some(({ id }) => id === shown) ? [] : [{ value: shown, label: shown }]),
  ]
  const choose = useAction(change, {
    failed: t('shell.words.notSaved'),
    done: ({ settings }) => ({
      title: settings.queue_id === null ? t('endpoint.queue.stopped') : t('endpoint.queue.started'),
    }),
  })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Select
        label={t('endpoint.queue.label')}
        showLabel
        value={shown ?? NONE}
        choices={choices}
        onChange={(value) => choose({ queue_id: value === NONE ? null : value })}
        className="w-full sm:w-72"
      />
      {queueId === null ? null : (
        <Link
          to="/queues/$queueId"
          params={{ queueId }}
          className="inline-flex min-h-9 items-center text-sm text-accent underline"
        >
          {t('endpoint.queue.open')}
        </Link>
      )}
    </div>
  )
}

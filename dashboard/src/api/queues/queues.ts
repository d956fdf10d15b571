import { useQuery } from '@tanstack/react-query'
import { callOrThrow } from '../client/call.ts'
import type { OwnedFilter } from '../client/filters.ts'
import { queryKeys } from '../client/query-keys.ts'
import { useChangeOwned, useCreateOwned, useOwned, useOwnedList, useRetireOwned } from '../endpoints/owned.ts'
import type { Queue, QueueKey, QueuePage, QueueSettingsRequest, QueueWithKey } from '../schema.ts'

/** Permission of a key of a queue. */
export type QueueScope = QueueKey['scopes'][number]

const MAX_CHOICES = 100
/** Messages have no live events, so queues are polled; more often while one is open. */
const LIST_POLL_MS = 30_000
export const QUEUE_POLL_MS = 5_000

export function useQueues(filter: OwnedFilter = {}) {
  return useOwnedList<Queue>({ kind: 'queues', filter, pollMs: LIST_POLL_MS })
}

/** Lists the queues that accept messages, for a select. */
export function useQueueChoices() {
  return useQuery({
    queryKey: queryKeys.queues.choices,
    queryFn: ({ signal }) =>
      callOrThrow<QueuePage>({ path: '/queues', search: { state: 'claimed', limit: MAX_CHOICES }, signal }),
    select: (page) => page.data,
  })
}

export function useQueue(id: string) {
  return useOwned<Queue>({ kind: 'queues', id, pollMs: QUEUE_POLL_MS })
}

export function useCreateQueue() {
  return useCreateOwned<QueueWithKey>('queues')
}

export function useChangeQueue(id: string) {
  return useChangeOwned<Queue, QueueSettingsRequest>('queues', id)
}

export function useRetireQueue(id: string) {
  return useRetireOwned<Queue>('queues', id)
}

import { useQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import {
  type Owned,
  type OwnedFilter,
  type Taken,
  useChangeOwned,
  useCreateOwned,
  useOwned,
  useOwnedList,
  useRetireOwned,
} from './owned.ts'
import type { Page } from './page.ts'
import { queryKeys } from './query-keys.ts'

/** A queue as its owner sees it. */
export type Queue = Owned & {
  kind: 'queue'
  queue_url: string
  last_message_at: string | null
  messages: Taken
  /** Neither acknowledged nor dead; those in flight are among them. */
  backlog_count: number
  in_flight_count: number
  dead_count: number
}

/** The one answer that holds its first key. */
export type NewQueue = Queue & { api_key: string }

/** What a key of a queue may do. */
export type QueueScope = 'publish' | 'consume'

const MAX_CHOICES = 100
/** Nobody tells of messages: they are asked about, often where one queue is looked at. */
const LIST_POLL_MS = 30_000
export const QUEUE_POLL_MS = 5_000

export function useQueues(filter: OwnedFilter = {}) {
  return useOwnedList<Queue>('queues', filter, { everyMs: LIST_POLL_MS })
}

/** The queues that take messages, for choosing one. */
export function useQueueChoices() {
  return useQuery({
    queryKey: queryKeys.queues.choices,
    queryFn: ({ signal }) =>
      ask<Page<Queue>>({ path: '/queues', search: { state: 'claimed', limit: MAX_CHOICES }, signal }),
    select: (page) => page.data,
  })
}

export function useQueue(id: string) {
  return useOwned<Queue>('queues', id, { everyMs: QUEUE_POLL_MS })
}

export function useCreateQueue() {
  return useCreateOwned<NewQueue>('queues')
}

export function useRenameQueue(id: string) {
  return useChangeOwned<Queue, { name: string | null }>('queues', id)
}

export function useRetireQueue(id: string) {
  return useRetireOwned<Queue>('queues', id)
}

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, path } from './call.ts'
import type { EndpointFilter } from './endpoints.ts'
import { PAGING, type Page } from './page.ts'
import { queryKeys } from './query-keys.ts'

/** A queue as its owner sees it. */
export type Queue = {
  id: string
  kind: 'queue'
  queue_url: string
  name: string | null
  recipient: string
  state: 'claimed' | 'retired'
  created_at: string
  claimed_at: string | null
  retired_at: string | null
  last_message_at: string | null
  /** `used` and `limit` are those of all queues of the account together. */
  messages: { total: number; this_month: number; used: number; limit: number | null; resets_at: string }
  /** Neither acknowledged nor dead; those in flight are among them. */
  backlog_count: number
  in_flight_count: number
  dead_count: number
  version: number
}

/** The one answer that holds its first key. */
export type NewQueue = Queue & { api_key: string }

/** What a key of a queue may do. */
export type QueueScope = 'publish' | 'consume'

const MOST_CHOICES = 100
/** Nobody tells of messages: they are asked about, often where one queue is looked at. */
const LIST_POLL_MS = 30_000
export const QUEUE_POLL_MS = 5_000

/** The queues, newest first; what was shown before stays until a new filter is answered. */
export function useQueues(filter: EndpointFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.queues.list(filter),
    queryFn: ({ pageParam, signal }) =>
      ask<Page<Queue>>({ path: '/queues', search: { ...filter, cursor: pageParam }, signal }),
    ...PAGING,
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  })
}

/** The queues that take messages, for choosing one. */
export function useQueueChoices() {
  return useQuery({
    queryKey: queryKeys.queues.choices,
    queryFn: ({ signal }) =>
      ask<Page<Queue>>({ path: '/queues', search: { state: 'claimed', limit: MOST_CHOICES }, signal }),
    select: (page) => page.data,
  })
}

export function useQueue(id: string) {
  return useQuery({
    queryKey: queryKeys.queues.one(id),
    queryFn: ({ signal }) => ask<Queue>({ path: path`/queues/${id}`, signal }),
    refetchInterval: QUEUE_POLL_MS,
  })
}

/** Makes one for the owner's own mailbox; it is claimed from the start. */
export function useCreateQueue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: { name?: string }) => ask<NewQueue>({ method: 'POST', path: '/queues', body: made }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.queues.lists }),
  })
}

/** @param change.version given, a change that somebody else made meanwhile is refused: `version_conflict` */
export function useRenameQueue(id: string) {
  const kept = useKeptQueue()
  return useMutation({
    mutationFn: ({ name, version }: { name: string | null; version: number }) =>
      ask<Queue>({
        method: 'PATCH',
        path: path`/queues/${id}`,
        body: { name },
        headers: { 'if-match': `"${version}"` },
      }),
    onSuccess: kept,
  })
}

export function useRetireQueue(id: string) {
  const kept = useKeptQueue()
  return useMutation({
    mutationFn: () => ask<Queue>({ method: 'POST', path: path`/queues/${id}/retire` }),
    onSuccess: kept,
  })
}

/** What a change answers is what is shown next, without asking again. */
function useKeptQueue() {
  const client = useQueryClient()
  return (queue: Queue) => {
    client.setQueryData(queryKeys.queues.one(queue.id), queue)
    return client.invalidateQueries({ queryKey: queryKeys.queues.lists })
  }
}

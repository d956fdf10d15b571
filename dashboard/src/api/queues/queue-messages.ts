import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { readExactly } from '../client/exact-json.ts'
import { PAGING } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type {
  DeadMessagePage,
  DeletedMessages,
  MessageRequest,
  Published,
  QueueRates,
  ReplayedMessages,
  WaitingMessages,
} from '../schema.ts'
import { QUEUE_POLL_MS } from './queues.ts'

export type QueueRate = QueueRates['data'][number]

const PEEKED = 10
/** What `readExactly` reads is not to be mixed with what was read before: its numbers would be copied as objects. */
const AS_READ = { structuralSharing: false } as const
const RATES_POLL_MS = 30_000

/** The oldest messages that a pull would hand out now; none of them is handed out. */
export function useWaitingMessages(queueId: string) {
  return useQuery({
    queryKey: queryKeys.queues.waiting(queueId),
    queryFn: ({ signal }) =>
      ask<WaitingMessages>({
        path: path`/queues/${queueId}/messages`,
        search: { limit: PEEKED },
        signal,
        read: readExactly,
      }),
    ...AS_READ,
    refetchInterval: QUEUE_POLL_MS,
    // Where the screen is come back to, it begins with what waits then.
    gcTime: 0,
  })
}

/** What was published and acknowledged in the last 24 hours, oldest first. */
export function useQueueRates(queueId: string) {
  return useQuery({
    queryKey: queryKeys.queues.rates(queueId),
    queryFn: ({ signal }) => ask<QueueRates>({ path: path`/queues/${queueId}/rates`, signal }),
    select: (answer) => answer.data,
    refetchInterval: RATES_POLL_MS,
  })
}

/** Messages that were handed out too often, newest first. */
export function useDeadMessages(queueId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.queues.dead(queueId),
    queryFn: ({ pageParam, signal }) =>
      ask<DeadMessagePage>({
        path: path`/queues/${queueId}/dead`,
        search: { cursor: pageParam },
        signal,
        read: readExactly,
      }),
    ...AS_READ,
    ...PAGING,
    staleTime: 0,
  })
}

/** It counts as every other. */
export function usePublish(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: (message: MessageRequest) =>
      ask<Published>({
        method: 'POST',
        path: path`/queues/${queueId}/messages`,
        body: message,
      }),
    onSuccess: changed,
  })
}

/** Puts a dead message back as if it had never been handed out. */
export function useReplay(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: (messageId: string) =>
      ask<Published>({
        method: 'POST',
        path: path`/queues/${queueId}/dead/${messageId}/replay`,
      }),
    // Refused, it has gone: what is shown is old.
    onSettled: changed,
  })
}

export function useReplayAll(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: () => ask<ReplayedMessages>({ method: 'POST', path: path`/queues/${queueId}/dead/replay` }),
    onSuccess: changed,
  })
}

/** Wants a fresh sign-in. */
export function useDeleteDead(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: () => ask<DeletedMessages>({ method: 'DELETE', path: path`/queues/${queueId}/dead` }),
    onSuccess: changed,
  })
}

function useChangedQueue(queueId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.queues.one(queueId) }),
      client.invalidateQueries({ queryKey: queryKeys.queues.lists }),
      client.invalidateQueries({ queryKey: queryKeys.usage }),
    ])
}

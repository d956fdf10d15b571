import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
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
/** Structural sharing would copy the numbers of `readExactly` as objects. */
const AS_READ = { structuralSharing: false } as const
const RATES_POLL_MS = 30_000

/** Peeks at the messages that a pull would return next. */
export function useWaitingMessages(queueId: string) {
  return useQuery({
    queryKey: queryKeys.queues.waiting(queueId),
    queryFn: ({ signal }) =>
      callOrThrow<WaitingMessages>({
        path: path`/queues/${queueId}/messages`,
        search: { limit: PEEKED },
        signal,
        read: readExactly,
      }),
    ...AS_READ,
    refetchInterval: QUEUE_POLL_MS,
    // Never shows an old list when the owner returns to the screen.
    gcTime: 0,
  })
}

/** Loads the messages published and acknowledged per hour in the last 24 hours, oldest first. */
export function useQueueRates(queueId: string) {
  return useQuery({
    queryKey: queryKeys.queues.rates(queueId),
    queryFn: ({ signal }) => callOrThrow<QueueRates>({ path: path`/queues/${queueId}/rates`, signal }),
    select: (answer) => answer.data,
    refetchInterval: RATES_POLL_MS,
  })
}

/** Lists dead messages, newest first. */
export function useDeadMessages(queueId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.queues.dead(queueId),
    queryFn: ({ pageParam, signal }) =>
      callOrThrow<DeadMessagePage>({
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

/** Publishes a message, which counts like any other. */
export function usePublish(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: (message: MessageRequest) =>
      callOrThrow<Published>({
        method: 'POST',
        path: path`/queues/${queueId}/messages`,
        body: message,
      }),
    onSuccess: changed,
  })
}

/** Sends a test message, which consumers receive and which counts nowhere. */
export function useTestMessage(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: () => callOrThrow<Published>({ method: 'POST', path: path`/queues/${queueId}/test` }),
    onSuccess: changed,
  })
}

/** Moves a dead message back to the queue with its attempts reset. */
export function useReplay(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: (messageId: string) =>
      callOrThrow<Published>({
        method: 'POST',
        path: path`/queues/${queueId}/dead/${messageId}/replay`,
      }),
    // A refusal means that the message is gone and the list is stale.
    onSettled: changed,
  })
}

export function useReplayAll(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: () =>
      callOrThrow<ReplayedMessages>({ method: 'POST', path: path`/queues/${queueId}/dead/replay` }),
    onSuccess: changed,
  })
}

/** Needs a fresh sign-in. */
export function useDeleteDeadMessages(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: () => callOrThrow<DeletedMessages>({ method: 'DELETE', path: path`/queues/${queueId}/dead` }),
    onSuccess: changed,
  })
}

/** Needs a fresh sign-in. */
export function useDeleteDeadMessage(queueId: string) {
  const changed = useChangedQueue(queueId)
  return useMutation({
    mutationFn: (messageId: string) =>
      callOrThrow<DeletedMessages>({ method: 'DELETE', path: path`/queues/${queueId}/dead/${messageId}` }),
    // A refusal means that the message is gone and the list is stale.
    onSettled: changed,
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

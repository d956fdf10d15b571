import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { readExactly } from '../client/exact-json.ts'
import { readPages } from '../client/page.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import { QUEUE_POLL_MS } from '../endpoints/owned.ts'
import type {
  DeadMessagePage,
  DeletedMessages,
  MessageRequest,
  Published,
  QueueRates,
  ReplayedMessages,
  WaitingMessages,
} from '../schema.ts'

export type QueueRate = QueueRates['data'][number]

const PEEKED = 10
/** Structural sharing would copy the numbers of `readExactly` as objects. */
const AS_READ = { structuralSharing: false } as const
const RATES_POLL_MS = 30_000

/** Peeks at the messages that a pull would return next. */
export function useWaitingMessages(queueId: string) {
  return useQuery({
    queryKey: queryKeys.queues.waiting(queueId),
    queryFn: read<WaitingMessages>({
      path: path`/queues/${queueId}/messages`,
      search: { limit: PEEKED },
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
    queryFn: read<QueueRates>({ path: path`/queues/${queueId}/rates` }),
    select: (answer) => answer.data,
    refetchInterval: RATES_POLL_MS,
  })
}

/** A selection of dead messages; empty: all of them. */
export type DeadFilter = {
  search?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** Lists the dead messages that a filter selects, newest first. */
export function useDeadMessages(queueId: string, filter: DeadFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.queues.dead(queueId, filter),
    ...readPages<DeadMessagePage>({
      path: path`/queues/${queueId}/dead`,
      search: filter,
      read: readExactly,
    }),
    placeholderData: keepPreviousData,
    ...AS_READ,
    staleTime: 0,
  })
}

/** Publishes a message, which counts like any other. */
export function usePublish(queueId: string) {
  return useChange<Published, MessageRequest>({
    request: (message) => ({ method: 'POST', path: path`/queues/${queueId}/messages`, body: message }),
    outdates: listOutdated(queueId),
  })
}

/** Moves a dead message back to the queue with its attempts reset. */
export function useReplay(queueId: string) {
  return useChange<Published, string>({
    request: (messageId) => ({ method: 'POST', path: path`/queues/${queueId}/dead/${messageId}/replay` }),
    outdates: listOutdated(queueId),
    // A refusal means that the message is gone.
    outdatedBy: 'any-response',
  })
}

/** Moves the dead messages that a filter selects back to the queue. */
export function useReplayAll(queueId: string) {
  return useChange<ReplayedMessages, DeadFilter>({
    request: (search) => ({ method: 'POST', path: path`/queues/${queueId}/dead/replay`, search }),
    outdates: listOutdated(queueId),
  })
}

/** Needs a fresh sign-in. */
export function useDeleteDeadMessages(queueId: string) {
  return useChange<DeletedMessages>({
    request: () => ({ method: 'DELETE', path: path`/queues/${queueId}/dead` }),
    outdates: listOutdated(queueId),
  })
}

/** Needs a fresh sign-in. */
export function useDeleteDeadMessage(queueId: string) {
  return useChange<DeletedMessages, string>({
    request: (messageId) => ({ method: 'DELETE', path: path`/queues/${queueId}/dead/${messageId}` }),
    outdates: listOutdated(queueId),
    // A refusal means that the message is gone.
    outdatedBy: 'any-response',
  })
}

function listOutdated(queueId: string) {
  return [queryKeys.queues.one(queueId), queryKeys.queues.lists, queryKeys.usage]
}

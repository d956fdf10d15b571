import { useInfiniteQuery } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type {
  Delivery,
  DestinationDeliveryList,
  Recovered,
  RecoverRequest,
  ResendRequest,
} from '../schema.ts'
import { destinationPath, type Subject } from './destinations.ts'

export type DestinationDelivery = DestinationDeliveryList['data'][number]

/** Interval while the newest delivery is not over. */
const POLL_MS = 10_000

/** Lists the deliveries to a destination that is not an email address, newest first, each with its attempts. */
export function useDestinationDeliveries({ kind, id }: Subject, destinationId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.destinations.deliveries(kind, id, destinationId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      callOrThrow<DestinationDeliveryList>({
        path: `${destinationPath(id, destinationId)}/deliveries`,
        search: { before: pageParam },
        signal,
      }),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
    refetchInterval: ({ state }) => (isPending(state.data?.pages[0]?.data[0]) ? POLL_MS : false),
  })
}

/** Sends a submission to the destination again. */
export function useResendTo({ kind, id }: Subject, destinationId: string) {
  return useChange<Delivery, string>({
    request: (submissionId) => ({
      method: 'POST',
      path: path`/submissions/${submissionId}/resend`,
      body: { destination_id: destinationId } satisfies ResendRequest,
    }),
    outdates: [queryKeys.destinations.deliveries(kind, id, destinationId), queryKeys.submissions.allSingle],
  })
}

/** Sends again what has not reached the destination since then. */
export function useRecover({ kind, id }: Subject, destinationId: string) {
  return useChange<Recovered, RecoverRequest>({
    request: (body) => ({ method: 'POST', path: `${destinationPath(id, destinationId)}/recover`, body }),
    outdates: [queryKeys.destinations.deliveries(kind, id, destinationId), queryKeys.submissions.allSingle],
  })
}

/** Returns true while a delivery is not over. */
export function isPending(delivery: Pick<Delivery, 'state'> | undefined): boolean {
  return delivery?.state === 'queued' || delivery?.state === 'delayed' || delivery?.state === 'held'
}

import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Delivery, DeliveryList, ResendRequest } from '../schema.ts'

export type Attempt = Delivery['attempts'][number]

/** Loads the deliveries of a submission with their attempts. */
export function useDeliveries(submissionId: string) {
  return useQuery({ ...toQuery(submissionId), select: (answer) => answer.data })
}

/** Loads the routing of a submission to a queue; null without one. */
export function useRouting(submissionId: string) {
  return useQuery({ ...toQuery(submissionId), select: (answer) => answer.queue })
}

/** Sends a submission again, to its recipient or to the destination with this id. */
export function useResend(submissionId: string) {
  return useChange<Delivery, string | undefined>({
    request: (destinationId) => ({
      method: 'POST',
      path: path`/submissions/${submissionId}/resend`,
      body: { destination_id: destinationId } satisfies ResendRequest,
    }),
    outdates: [queryKeys.submissions.deliveries(submissionId)],
  })
}

function toQuery(submissionId: string) {
  return {
    queryKey: queryKeys.submissions.deliveries(submissionId),
    queryFn: read<DeliveryList>({ path: path`/submissions/${submissionId}/deliveries` }),
  }
}

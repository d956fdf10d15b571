import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Delivery, DeliveryList, ResendRequest } from '../schema.ts'

export type Attempt = Delivery['attempts'][number]

/** Loads the deliveries of a submission with their attempts. */
export function useDeliveries(submissionId: string) {
  return useQuery({
    queryKey: queryKeys.submissions.deliveries(submissionId),
    queryFn: ({ signal }) => askDeliveries(submissionId, signal),
    select: (answer) => answer.data,
  })
}

/** Loads the routing of a submission to a queue; null without one. */
export function useRouting(submissionId: string) {
  return useQuery({
    queryKey: queryKeys.submissions.deliveries(submissionId),
    queryFn: ({ signal }) => askDeliveries(submissionId, signal),
    select: (answer) => answer.queue,
  })
}

/** Sends the email of a submission again. */
export function useResend(submissionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (destinationId?: string) =>
      callOrThrow<Delivery>({
        method: 'POST',
        path: path`/submissions/${submissionId}/resend`,
        body: { destination_id: destinationId } satisfies ResendRequest,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.submissions.deliveries(submissionId) }),
  })
}

function askDeliveries(submissionId: string, signal: AbortSignal) {
  return callOrThrow<DeliveryList>({
    path: path`/submissions/${submissionId}/deliveries`,
    signal,
  })
}

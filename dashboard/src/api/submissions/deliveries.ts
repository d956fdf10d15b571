import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Delivery, DeliveryList, ResendRequest } from '../schema.ts'

export type Attempt = Delivery['attempts'][number]

/** What became of the emails of a submission, attempt by attempt. */
export function useDeliveries(submissionId: string) {
  return useQuery({
    queryKey: queryKeys.submissions.deliveries(submissionId),
    queryFn: ({ signal }) => askDeliveries(submissionId, signal),
    select: (answer) => answer.data,
  })
}

/** What became of the submission on its way to a queue; null where it was to go to none. */
export function useRouting(submissionId: string) {
  return useQuery({
    queryKey: queryKeys.submissions.deliveries(submissionId),
    queryFn: ({ signal }) => askDeliveries(submissionId, signal),
    select: (answer) => answer.queue,
  })
}

/** Sends its email once more. */
export function useResend(submissionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (destinationId?: string) =>
      ask<Delivery>({
        method: 'POST',
        path: path`/submissions/${submissionId}/resend`,
        body: { destination_id: destinationId } satisfies ResendRequest,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.submissions.deliveries(submissionId) }),
  })
}

function askDeliveries(submissionId: string, signal: AbortSignal) {
  return ask<DeliveryList>({
    path: path`/submissions/${submissionId}/deliveries`,
    signal,
  })
}

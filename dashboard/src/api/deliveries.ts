import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from './call.ts'
import { queryKeys } from './query-keys.ts'

export type Attempt = {
  started_at: string
  ended_at: string | null
  outcome: 'accepted' | 'deferred' | 'bounced' | 'unknown' | 'system' | null
  answer: string | null
}

export type Delivery = {
  id: string
  kind: 'claim' | 'submission'
  /** Null for a destination that has been removed. */
  to: string | null
  state: 'waiting' | 'held' | 'delivered' | 'bounced' | 'given_up' | 'suppressed'
  due_at: string | null
  created_at: string
  attempts: Attempt[]
}

/** `refused`: the code of the refusal, where the queue took no message. */
export type Routing = { queue_id: string; message_id: string | null; refused: string | null }

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
        body: destinationId === undefined ? {} : { destination_id: destinationId },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.submissions.deliveries(submissionId) }),
  })
}

function askDeliveries(submissionId: string, signal: AbortSignal) {
  return ask<{ data: Delivery[]; queue: Routing | null }>({
    path: path`/submissions/${submissionId}/deliveries`,
    signal,
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { DestinationRequest, Endpoint } from '../schema.ts'

/** Adds an email address, which must confirm by email first. Refused without the plan: `plan_needed`. */
export function useAddDestination(endpointId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) =>
      callOrThrow<Endpoint>({
        method: 'POST',
        path: path`/endpoints/${endpointId}/destinations`,
        body: { email } satisfies DestinationRequest,
      }),
    onSuccess: (endpoint) => client.setQueryData(queryKeys.endpoints.one(endpointId), endpoint),
  })
}

export function useRemoveDestination(endpointId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (destinationId: string) =>
      callOrThrow<Endpoint>({
        method: 'DELETE',
        path: path`/endpoints/${endpointId}/destinations/${destinationId}`,
      }),
    onSuccess: (endpoint) => client.setQueryData(queryKeys.endpoints.one(endpointId), endpoint),
  })
}

/** Sends the confirmation email again. */
export function useResendConfirmation(endpointId: string) {
  return useMutation({
    mutationFn: (destinationId: string) =>
      callOrThrow<object>({
        method: 'POST',
        path: path`/endpoints/${endpointId}/destinations/${destinationId}/resend`,
      }),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { DestinationRequest, Endpoint } from '../schema.ts'

/** Adds a mailbox, which is asked by email before anything else is sent there. Refused without the plan: `plan_needed`. */
export function useAddDestination(endpointId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mailbox: string) =>
      ask<Endpoint>({
        method: 'POST',
        path: path`/endpoints/${endpointId}/destinations`,
        body: { mailbox } satisfies DestinationRequest,
      }),
    onSuccess: (endpoint) => client.setQueryData(queryKeys.endpoints.one(endpointId), endpoint),
  })
}

export function useRemoveDestination(endpointId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (destinationId: string) =>
      ask<Endpoint>({
        method: 'DELETE',
        path: path`/endpoints/${endpointId}/destinations/${destinationId}`,
      }),
    onSuccess: (endpoint) => client.setQueryData(queryKeys.endpoints.one(endpointId), endpoint),
  })
}

/** Asks the mailbox once more. */
export function useAskDestinationAgain(endpointId: string) {
  return useMutation({
    mutationFn: (destinationId: string) =>
      ask<object>({
        method: 'POST',
        path: path`/endpoints/${endpointId}/destinations/${destinationId}/resend`,
      }),
  })
}

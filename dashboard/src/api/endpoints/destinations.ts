import { path } from '../client/call.ts'
import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { AddedDestination, DestinationRequest } from '../schema.ts'

/** Adds an email address, which must confirm by email first. Refused without the plan: `plan_needed`. */
export function useAddDestination(endpointId: string) {
  return useChange<AddedDestination, string>({
    request: (email) => ({
      method: 'POST',
      path: path`/endpoints/${endpointId}/destinations`,
      body: { kind: 'email', email } satisfies DestinationRequest,
    }),
    outdates: [queryKeys.endpoints.one(endpointId)],
  })
}

export function useRemoveDestination(endpointId: string) {
  return useChange<void, string>({
    request: (id) => ({ method: 'DELETE', path: path`/endpoints/${endpointId}/destinations/${id}` }),
    outdates: [queryKeys.endpoints.one(endpointId)],
  })
}

/** Sends the confirmation email again. */
export function useResendConfirmation(endpointId: string) {
  return useChange<object, string>({
    request: (id) => ({ method: 'POST', path: path`/endpoints/${endpointId}/destinations/${id}/resend` }),
  })
}

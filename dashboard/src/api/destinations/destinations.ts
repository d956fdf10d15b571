import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type {
  AddedDestination,
  Destination,
  DestinationChange,
  DestinationList,
  DestinationRequest,
  DestinationTest,
  RotatedSecret,
} from '../schema.ts'

/** The endpoint that destinations belong to. */
export type Subject = { kind: 'endpoints' | 'telemetry' | 'queues'; id: string }
/** A subject whose destinations get its events; the one of a queue gets its messages. */
export type EventSubject = Subject & { kind: Exclude<Subject['kind'], 'queues'> }

export type DestinationKind = Destination['kind']
/** A kind that is posted to over HTTP. */
export type WebKind = Exclude<DestinationKind, 'email'>
/** A destination that is posted to over HTTP. */
export type WebDestination = Destination & { kind: WebKind }
export type EventType = NonNullable<Destination['events']>[number]

/** Lists the destinations of an endpoint beside its recipient, with their addresses. */
export function useDestinations({ kind, id }: Subject) {
  return useQuery({
    queryKey: queryKeys.destinations.list(kind, id),
    queryFn: read<DestinationList>({ path: listPath(id) }),
    select: (answer) => answer.data,
  })
}

/** Adds a destination. An email address must confirm by email first, all others get nothing before a test. */
export function useAddDestination({ kind, id }: Subject) {
  return useChange<AddedDestination, DestinationRequest>({
    request: (body) => ({ method: 'POST', path: listPath(id), body }),
    outdates: [queryKeys[kind].one(id)],
  })
}

/** Changes the address or the events of a destination, disables or enables it. */
export function useChangeDestination({ kind, id }: Subject, destinationId: string) {
  return useChange<Destination, DestinationChange>({
    request: (body) => ({ method: 'PATCH', path: destinationPath(id, destinationId), body }),
    outdates: [queryKeys[kind].one(id)],
  })
}

export function useRemoveDestination({ kind, id }: Subject) {
  return useChange<void, string>({
    request: (destinationId) => ({ method: 'DELETE', path: destinationPath(id, destinationId) }),
    outdates: [queryKeys[kind].one(id)],
  })
}

/** Sends the confirmation email again. */
export function useResendConfirmation({ id }: Subject) {
  return useChange<object, string>({
    request: (destinationId) => ({ method: 'POST', path: `${destinationPath(id, destinationId)}/resend` }),
  })
}

/** Sends a test and waits for its answer. */
export function useTestDestination({ kind, id }: Subject) {
  return useChange<DestinationTest, string>({
    request: (destinationId) => ({ method: 'POST', path: `${destinationPath(id, destinationId)}/test` }),
    outdates: [queryKeys[kind].one(id)],
  })
}

/** Replaces the signing secret; the response is the only one with the new secret. */
export function useRotateSecret({ id }: Subject) {
  return useChange<RotatedSecret, string>({
    request: (destinationId) => ({ method: 'POST', path: `${destinationPath(id, destinationId)}/rotate` }),
  })
}

/** Path of one destination below `/api/v1`. */
export function destinationPath(endpointId: string, destinationId: string): string {
  return listPath(endpointId) + path`/${destinationId}`
}

function listPath(endpointId: string): string {
  return path`/endpoints/${endpointId}/destinations`
}

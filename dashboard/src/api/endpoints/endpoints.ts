import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import type { OwnedFilter } from '../client/filters.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Deleted, Endpoint, Sent, SettingsRequest } from '../schema.ts'
import { useChangeOwned, useCreateOwned, useOwned, useOwnedList, useRetireOwned } from './owned.ts'

export type Destination = Endpoint['settings']['destinations'][number]

export function useEndpoints(filter: OwnedFilter = {}) {
  return useOwnedList<Endpoint>({ kind: 'endpoints', filter })
}

export function useEndpoint(id: string) {
  return useOwned<Endpoint>({ kind: 'endpoints', id })
}

export function useCreateEndpoint() {
  return useCreateOwned<Endpoint>('endpoints')
}

export function useChangeEndpoint(id: string) {
  return useChangeOwned<Endpoint, SettingsRequest>('endpoints', id)
}

export function useRetireEndpoint(id: string) {
  return useRetireOwned<Endpoint>('endpoints', id)
}

/** Deletes all submissions of the endpoint. */
export function useEmptyEndpoint(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callOrThrow<Deleted>({ method: 'DELETE', path: path`/endpoints/${id}/submissions` }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.endpoints.all }),
        client.invalidateQueries({ queryKey: queryKeys.submissions.all }),
      ]),
  })
}

/** Sends a test submission, which counts nowhere. */
export function useTestEndpoint(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callOrThrow<Sent>({ method: 'POST', path: path`/endpoints/${id}/test` }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.endpoints.all }),
        client.invalidateQueries({ queryKey: queryKeys.submissions.all }),
      ]),
  })
}

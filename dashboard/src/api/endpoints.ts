import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, path } from './call.ts'
import {
  type Owned,
  type OwnedFilter,
  useChangeOwned,
  useCreateOwned,
  useOwned,
  useOwnedList,
  useRetireOwned,
} from './owned.ts'
import { queryKeys } from './query-keys.ts'

export type Destination = { id: string; mailbox: string; confirmed: boolean; added_at: string }

export type EndpointSettings = {
  redirect_url: string | null
  allowed_origins: string[]
  honeypot: string | null
  emails: boolean
  submitted_subject: boolean
  /** The queue that gets each submission besides. */
  queue_id: string | null
  destinations: Destination[]
}

export type Endpoint = Owned & {
  kind: 'form'
  endpoint_url: string
  claimed_at: string
  last_submission_at: string | null
  submissions: { total: number; this_month: number; limit: number | null; resets_at: string }
  unread: number
  /** Submissions of the last 30 days, UTC, oldest first. */
  days: number[]
  /** When the first of them began. */
  days_since: string
  settings: EndpointSettings
}

/** What the owner may change; what is left out stays. */
export type EndpointChange = Partial<Pick<Endpoint, 'name'> & Omit<EndpointSettings, 'destinations'>>

export function useEndpoints(filter: OwnedFilter = {}) {
  return useOwnedList<Endpoint>('endpoints', filter)
}

export function useEndpoint(id: string) {
  return useOwned<Endpoint>('endpoints', id)
}

export function useCreateEndpoint() {
  return useCreateOwned<Endpoint>('endpoints')
}

export function useChangeEndpoint(id: string) {
  return useChangeOwned<Endpoint, EndpointChange>('endpoints', id)
}

export function useRetireEndpoint(id: string) {
  return useRetireOwned<Endpoint>('endpoints', id)
}

/** Deletes all that was submitted to it. */
export function useEmptyEndpoint(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      ask<{ deleted: number }>({ method: 'DELETE', path: path`/endpoints/${id}/submissions` }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.endpoints.all }),
        client.invalidateQueries({ queryKey: queryKeys.submissions.all }),
      ]),
  })
}

/** Sends a submission marked as a test; it counts as every other. */
export function useTestEndpoint(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask<{ submission_id: string }>({ method: 'POST', path: path`/endpoints/${id}/test` }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.endpoints.all }),
        client.invalidateQueries({ queryKey: queryKeys.submissions.all }),
      ]),
  })
}

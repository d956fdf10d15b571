import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, path } from './call.ts'
import { PAGING, type Page } from './page.ts'
import { queryKeys } from './query-keys.ts'

export type Destination = { id: string; mailbox: string; confirmed: boolean; added_at: string }

export type EndpointSettings = {
  redirect_url: string | null
  allowed_origins: string[]
  honeypot: string | null
  letters: boolean
  submitted_subject: boolean
  /** The queue that gets each submission besides. */
  queue_id: string | null
  destinations: Destination[]
}

export type Endpoint = {
  id: string
  kind: 'form'
  endpoint_url: string
  name: string | null
  recipient: string
  state: 'claimed' | 'retired'
  created_at: string
  claimed_at: string
  retired_at: string | null
  last_submission_at: string | null
  submissions: { total: number; this_month: number; limit: number | null; resets_at: string }
  unread: number
  /** Submissions of the last 30 days, UTC, oldest first. */
  days: number[]
  /** When the first of them began. */
  days_since: string
  settings: EndpointSettings
  version: number
}

export type EndpointFilter = { state?: Endpoint['state'] | undefined; q?: string | undefined }

/** What the owner may change; what is left out stays. */
export type EndpointChange = Partial<Pick<Endpoint, 'name'> & Omit<EndpointSettings, 'destinations'>>

/** The endpoints, newest first; what was shown before stays until a new filter is answered. */
export function useEndpoints(filter: EndpointFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.endpoints.list(filter),
    queryFn: ({ pageParam, signal }) =>
      ask<Page<Endpoint>>({ path: '/endpoints', search: { ...filter, cursor: pageParam }, signal }),
    ...PAGING,
    placeholderData: keepPreviousData,
  })
}

export function useEndpoint(id: string) {
  return useQuery({
    queryKey: queryKeys.endpoints.one(id),
    queryFn: ({ signal }) => ask<Endpoint>({ path: path`/endpoints/${id}`, signal }),
  })
}

/** Makes an endpoint for the owner's own mailbox; it is claimed from the start. */
export function useCreateEndpoint() {
  const kept = useKeptEndpoint()
  return useMutation({
    mutationFn: (made: { name?: string }) =>
      ask<Endpoint>({ method: 'POST', path: '/endpoints', body: made }),
    onSuccess: kept,
  })
}

/** @param change.version given, a change that somebody else made meanwhile is refused: `version_conflict` */
export function useChangeEndpoint(id: string) {
  const kept = useKeptEndpoint()
  return useMutation({
    mutationFn: ({ version, ...change }: EndpointChange & { version?: number }) =>
      ask<Endpoint>({
        method: 'PATCH',
        path: path`/endpoints/${id}`,
        body: change,
        headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      }),
    onSuccess: kept,
  })
}

export function useRetireEndpoint(id: string) {
  const kept = useKeptEndpoint()
  return useMutation({
    mutationFn: () => ask<Endpoint>({ method: 'POST', path: path`/endpoints/${id}/retire` }),
    onSuccess: kept,
  })
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

/** What a change answers is what is shown next, without asking again. */
function useKeptEndpoint() {
  const client = useQueryClient()
  return (endpoint: Endpoint) => {
    client.setQueryData(queryKeys.endpoints.one(endpoint.id), endpoint)
    return client.invalidateQueries({ queryKey: [...queryKeys.endpoints.all, 'list'] })
  }
}

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, path } from '../client/call.ts'
import type { OwnedFilter } from '../client/filters.ts'
import { PAGING, type Page } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Endpoint, EndpointRequest, Queue, Telemetry } from '../schema.ts'

/** Fields that forms, telemetry endpoints and queues have in common. */
export type Owned = Pick<
  Endpoint | Telemetry | Queue,
  'id' | 'name' | 'recipient' | 'state' | 'created_at' | 'claimed_at' | 'retired_at' | 'version'
>

/** Monthly count of an endpoint; `used` and `limit` are those of all endpoints of the kind together. */
export type MonthlyCount = Queue['messages']

/** A kind: its place below `/api/v1`, and among the keys of what is kept. */
export type OwnedKind = 'endpoints' | 'telemetry' | 'queues'

/** How often it is asked about, where nobody tells of it. */
type Pace = { everyMs?: number }

/** All of a kind, newest first; what was shown before stays until a new filter is answered. */
export function useOwnedList<Item extends Owned>(kind: OwnedKind, filter: OwnedFilter, pace: Pace = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys[kind].list(filter),
    queryFn: ({ pageParam, signal }) =>
      ask<Page<Item>>({ path: `/${kind}`, search: { ...filter, cursor: pageParam }, signal }),
    ...PAGING,
    placeholderData: keepPreviousData,
    refetchInterval: pace.everyMs ?? false,
  })
}

export function useOwned<Item extends Owned>(kind: OwnedKind, id: string, pace: Pace = {}) {
  return useQuery({
    queryKey: queryKeys[kind].one(id),
    queryFn: ({ signal }) => ask<Item>({ path: placeOf(kind, id), signal }),
    refetchInterval: pace.everyMs ?? false,
  })
}

/** Makes one for the owner's own mailbox; it is claimed from the start. The answer is kept nowhere: it may hold a key. */
export function useCreateOwned<Made extends Owned>(kind: OwnedKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: EndpointRequest) => ask<Made>({ method: 'POST', path: `/${kind}`, body: made }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys[kind].lists }),
  })
}

/** @param change.version given, a change that somebody else made meanwhile is refused: `version_conflict` */
export function useChangeOwned<Item extends Owned, Change extends object>(kind: OwnedKind, id: string) {
  const keep = useKeep<Item>(kind)
  return useMutation({
    mutationFn: ({ version, ...change }: Change & { version?: number }) =>
      ask<Item>({
        method: 'PATCH',
        path: placeOf(kind, id),
        body: change,
        headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      }),
    onSuccess: keep,
  })
}

export function useRetireOwned<Item extends Owned>(kind: OwnedKind, id: string) {
  const keep = useKeep<Item>(kind)
  return useMutation({
    mutationFn: () => ask<Item>({ method: 'POST', path: `${placeOf(kind, id)}/retire` }),
    onSuccess: keep,
  })
}

/** What a change answers is what is shown next, without asking again. */
function useKeep<Item extends Owned>(kind: OwnedKind) {
  const client = useQueryClient()
  return (item: Item) => {
    client.setQueryData(queryKeys[kind].one(item.id), item)
    return client.invalidateQueries({ queryKey: queryKeys[kind].lists })
  }
}

function placeOf(kind: OwnedKind, id: string): string {
  return `/${kind}${path`/${id}`}`
}

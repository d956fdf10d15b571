import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import type { OwnedFilter } from '../client/filters.ts'
import { PAGING, type Page } from '../client/page.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Endpoint, EndpointRequest, Queue, Telemetry, UnclaimedEndpointList } from '../schema.ts'

/** Fields that forms, telemetry endpoints and queues have in common. */
export type Owned = Pick<
  Endpoint | Telemetry | Queue,
  | 'id'
  | 'name'
  | 'recipient'
  | 'state'
  | 'created_at'
  | 'claimed_at'
  | 'confirmed_at'
  | 'retired_at'
  | 'version'
>

/** Monthly count of an endpoint; `used` and `limit` are those of all endpoints of the kind together. */
export type MonthlyCount = Queue['messages']

/** A kind of endpoint: its path below `/api/v1` and its group of cache keys. */
export type OwnedKind = 'endpoints' | 'telemetry' | 'queues'

/** Polling interval, for data without live events. */
type Polling = { pollMs?: number }

/** Lists endpoints of a kind, newest first; the previous list stays visible while a new filter loads. */
export function useOwnedList<Item extends Owned>(list: { kind: OwnedKind; filter: OwnedFilter } & Polling) {
  const { kind, filter, pollMs } = list
  return useInfiniteQuery({
    queryKey: queryKeys[kind].list(filter),
    queryFn: ({ pageParam, signal }) =>
      callOrThrow<Page<Item>>({ path: `/${kind}`, search: { ...filter, cursor: pageParam }, signal }),
    ...PAGING,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs ?? false,
  })
}

export function useOwned<Item extends Owned>(owned: { kind: OwnedKind; id: string } & Polling) {
  const { kind, id, pollMs } = owned
  return useQuery({
    queryKey: queryKeys[kind].one(id),
    queryFn: ({ signal }) => callOrThrow<Item>({ path: endpointPath(kind, id), signal }),
    refetchInterval: pollMs ?? false,
  })
}

/**
 * Creates an endpoint for the owner's email address, claimed from the start. The response is not cached: it may
 * contain a key.
 */
export function useCreateOwned<Created extends Owned>(kind: OwnedKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EndpointRequest) =>
      callOrThrow<Created>({ method: 'POST', path: `/${kind}`, body: input }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys[kind].lists }),
  })
}

/** Changes an endpoint. With `version`, a concurrent change is refused: `version_conflict`. */
export function useChangeOwned<Item extends Owned, Change extends object>(kind: OwnedKind, id: string) {
  const keep = useCacheUpdate<Item>(kind)
  return useMutation({
    mutationFn: ({ version, ...change }: Change & { version?: number }) =>
      callOrThrow<Item>({
        method: 'PATCH',
        path: endpointPath(kind, id),
        body: change,
        headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      }),
    onSuccess: keep,
  })
}

export function useRetireOwned<Item extends Owned>(kind: OwnedKind, id: string) {
  const keep = useCacheUpdate<Item>(kind)
  return useMutation({
    mutationFn: () => callOrThrow<Item>({ method: 'POST', path: `${endpointPath(kind, id)}/retire` }),
    onSuccess: keep,
  })
}

/** Returns true while an endpoint was claimed by its link alone: its owner can keep or decline it. */
export function isUnconfirmed({ state, confirmed_at }: Pick<Owned, 'state' | 'confirmed_at'>): boolean {
  return state === 'claimed' && confirmed_at === null
}

/** Lists the endpoints of a kind that were created for the owner's email address and that nobody has claimed. */
export function useUnclaimed(kind: OwnedKind) {
  return useQuery({
    queryKey: queryKeys[kind].unclaimed,
    queryFn: ({ signal }) => callOrThrow<UnclaimedEndpointList>({ path: `/${kind}/unclaimed`, signal }),
  })
}

/** Claims one of them. */
export function useClaim(kind: OwnedKind, id: string) {
  const client = useQueryClient()
  const keep = useCacheUpdate<Owned>(kind)
  return useMutation({
    mutationFn: () => callOrThrow<Owned>({ method: 'POST', path: `${endpointPath(kind, id)}/claim` }),
    onSuccess: (item) => {
      // Its submissions belong to the account now.
      client.invalidateQueries({ queryKey: queryKeys.submissions.all })
      return keep(item)
    },
  })
}

/**
 * Keeps or declines an endpoint that was claimed by its link alone, or undoes that it was declined.
 *
 * @param request.onDone called even if the buttons are gone by then, because the list has moved the endpoint
 */
export function useUnconfirmedAction(request: {
  kind: OwnedKind
  id: string
  action: 'confirm' | 'decline' | 'undo-decline'
  onDone: () => void
}) {
  const { kind, id, action, onDone } = request
  const keep = useCacheUpdate<Owned>(kind)
  return useMutation({
    mutationFn: () => callOrThrow<Owned>({ method: 'POST', path: `${endpointPath(kind, id)}/${action}` }),
    onSuccess: (item) => {
      onDone()
      return keep(item)
    },
  })
}

/** Caches the response of a change, which saves a request. */
function useCacheUpdate<Item extends Owned>(kind: OwnedKind) {
  const client = useQueryClient()
  return (item: Item) => {
    client.setQueryData(queryKeys[kind].one(item.id), item)
    // It counts the endpoints that nobody has confirmed, and any change confirms. Not awaited: the mutation is done, and
    // its callbacks must run before the screen that shows the new state replaces their component.
    client.invalidateQueries({ queryKey: queryKeys.me })
    return client.invalidateQueries({ queryKey: queryKeys[kind].lists })
  }
}

function endpointPath(kind: OwnedKind, id: string): string {
  return `/${kind}${path`/${id}`}`
}

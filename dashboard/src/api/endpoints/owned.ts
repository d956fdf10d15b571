import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccess } from '../accounts/access.ts'
import { path } from '../client/call.ts'
import type { OwnedFilter } from '../client/filters.ts'
import { type Page, readPages } from '../client/page.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type {
  Deleted,
  Endpoint,
  EndpointRequest,
  NameRequest,
  Published,
  Queue,
  QueueKey,
  QueuePage,
  QueueSettingsRequest,
  QueueWithKey,
  Sent,
  SentTestEvent,
  SettingsRequest,
  Telemetry,
  TelemetryWithKey,
  UnclaimedEndpointList,
} from '../schema.ts'

/** Types of each kind of endpoint: an endpoint, a new one, its changes, and the response to a test. */
type Kinds = {
  endpoints: { item: Endpoint; created: Endpoint; change: SettingsRequest; tested: Sent }
  telemetry: { item: Telemetry; created: TelemetryWithKey; change: NameRequest; tested: SentTestEvent }
  queues: { item: Queue; created: QueueWithKey; change: QueueSettingsRequest; tested: Published }
}

/** A kind of endpoint: its path below `/api/v1` and its group of cache keys. */
export type OwnedKind = keyof Kinds

/** An endpoint of a kind. */
export type OwnedOf<Kind extends OwnedKind> = Kinds[Kind]['item']

/** A change of the settings of an endpoint of a kind. */
export type ChangeOf<Kind extends OwnedKind> = Kinds[Kind]['change']

/** A new endpoint of a kind, with its first key if it has keys. */
export type CreatedOf<Kind extends OwnedKind> = Kinds[Kind]['created']

/** An endpoint of any kind. */
export type Owned = OwnedOf<OwnedKind>

/** Permission of a key of a queue. */
export type QueueScope = QueueKey['scopes'][number]

/** Monthly count of an endpoint; `used` and `limit` are those of all endpoints of the kind together. */
export type MonthlyCount = Queue['messages']

/** Limit of the API for the names of endpoints. */
export const MAX_NAME_LENGTH = 100
const MAX_CHOICES = 100
/** Polling interval of each list. Forms have live events; telemetry endpoints have them only on the screen of one. */
const LIST_POLL_MS = { endpoints: false, telemetry: 30_000, queues: 30_000 } as const
export const QUEUE_POLL_MS = 5_000
/** Contents of an endpoint that can be deleted. */
const CONTENTS = { endpoints: 'submissions', telemetry: 'events' } as const

/** Lists endpoints of a kind, newest first; the previous list stays visible while a new filter loads. */
export function useOwnedList<Kind extends OwnedKind>(kind: Kind, filter: OwnedFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys[kind].list(filter),
    ...readPages<Page<OwnedOf<Kind>>>({ path: `/${kind}`, search: filter }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS[kind],
  })
}

/** Lists the queues that accept messages, for a select. */
export function useQueueChoices() {
  return useQuery({
    queryKey: queryKeys.queues.choices,
    queryFn: read<QueuePage>({ path: '/queues', search: { state: 'claimed', limit: MAX_CHOICES } }),
    select: (page) => page.data,
  })
}

export function useOwned<Kind extends OwnedKind>(kind: Kind, id: string) {
  return useQuery({
    queryKey: queryKeys[kind].one(id),
    queryFn: read<OwnedOf<Kind>>({ path: endpointPath(kind, id) }),
    refetchInterval: kind === 'queues' ? QUEUE_POLL_MS : false,
  })
}

/**
 * Creates an endpoint for the owner's email address, claimed from the start. The response is not cached: it may
 * contain a key.
 */
export function useCreateOwned<Kind extends OwnedKind>(kind: Kind) {
  return useChange<CreatedOf<Kind>, EndpointRequest>({
    request: (input) => ({ method: 'POST', path: `/${kind}`, body: input }),
    outdates: [queryKeys[kind].lists],
  })
}

/** Changes an endpoint. With `version`, a concurrent change is refused: `version_conflict`. */
export function useChangeOwned<Kind extends OwnedKind>(kind: Kind, id: string) {
  return useChange<OwnedOf<Kind>, ChangeOf<Kind> & { version?: number }>({
    request: ({ version, ...change }) => ({
      method: 'PATCH',
      path: endpointPath(kind, id),
      body: change,
      ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
    }),
    onDone: useCacheUpdate(kind),
  })
}

export function useRetireOwned(kind: OwnedKind, id: string) {
  return useChange<Owned>({
    request: () => ({ method: 'POST', path: `${endpointPath(kind, id)}/retire` }),
    onDone: useCacheUpdate(kind),
  })
}

/** Deletes all submissions of a form, or all events of a telemetry endpoint and their statistics. */
export function useEmptyOwned(kind: keyof typeof CONTENTS, id: string) {
  return useChange<Deleted>({
    request: () => ({ method: 'DELETE', path: `${endpointPath(kind, id)}/${CONTENTS[kind]}` }),
    outdates: listOutdated(kind),
  })
}

/** Sends a test submission, event or message, which counts nowhere. */
export function useTestOwned<Kind extends OwnedKind>(kind: Kind, id: string) {
  return useChange<Kinds[Kind]['tested']>({
    request: () => ({ method: 'POST', path: `${endpointPath(kind, id)}/test` }),
    outdates: listOutdated(kind),
  })
}

/** Returns the keys of the queries that show what endpoints of a kind have received. */
function listOutdated(kind: OwnedKind) {
  return kind === 'endpoints' ? [queryKeys.endpoints.all, queryKeys.submissions.all] : [queryKeys[kind].all]
}

/** Returns true while an endpoint was claimed by its link alone: its owner can keep or decline it. */
export function isUnconfirmed({ state, confirmed_at }: Pick<Owned, 'state' | 'confirmed_at'>): boolean {
  return state === 'claimed' && confirmed_at === null
}

/** Lists the endpoints of a kind that were created for the owner's email address and that nobody has claimed. */
export function useUnclaimed(kind: OwnedKind) {
  const { surelyMay } = useAccess()
  return useQuery({
    enabled: surelyMay('holder'),
    queryKey: queryKeys[kind].unclaimed,
    queryFn: read<UnclaimedEndpointList>({ path: `/${kind}/unclaimed` }),
  })
}

/** Claims one of them. */
export function useClaim(kind: OwnedKind, id: string) {
  const client = useQueryClient()
  const keep = useCacheUpdate(kind)
  return useChange<Owned>({
    request: () => ({ method: 'POST', path: `${endpointPath(kind, id)}/claim` }),
    onDone(item) {
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
  const keep = useCacheUpdate(kind)
  return useChange<Owned>({
    request: () => ({ method: 'POST', path: `${endpointPath(kind, id)}/${action}` }),
    onDone(item) {
      onDone()
      return keep(item)
    },
  })
}

/** Caches the response of a change, which saves a request. */
function useCacheUpdate(kind: OwnedKind) {
  const client = useQueryClient()
  return (item: Owned) => {
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

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callOrThrow, toUrl } from '../client/call.ts'
import { requestFreshSignIn } from '../client/fresh-sign-in.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type {
  Me,
  OperatorDeletion,
  OperatorEndpointList,
  OperatorInstance,
  OperatorLog,
  OperatorOwnerList,
  OperatorOwnerUsage,
  OperatorPlanChange,
  OperatorRefusedList,
  OperatorSignOut,
  OperatorSuspension,
} from '../schema.ts'

export type { OperatorInstance } from '../schema.ts'
export type OverseenOwner = OperatorOwnerList['data'][number]
export type OverseenEndpoint = OperatorEndpointList['data'][number]
export type RefusingEndpoint = OperatorRefusedList['data'][number]
export type OperatorEntry = OperatorLog['data'][number]

/** The newest owners of the instance, or those whose address contains a text. */
export function useOwners(q: string | undefined) {
  return useQuery({
    queryKey: queryKeys.operator.list('owners', q),
    queryFn: read<OperatorOwnerList>({ path: '/operator/owners', search: { q } }),
    placeholderData: keepPreviousData,
  })
}

/** The newest endpoints of the instance, or those with an id, an owner or a site. */
export function useOverseenEndpoints(q: string | undefined) {
  return useQuery({
    queryKey: queryKeys.operator.list('endpoints', q),
    queryFn: read<OperatorEndpointList>({ path: '/operator/endpoints', search: { q } }),
    placeholderData: keepPreviousData,
  })
}

/** The forms that refused the most in the last 24 hours. */
export function useMostRefused() {
  return useQuery({
    queryKey: queryKeys.operator.list('refusals', undefined),
    queryFn: read<OperatorRefusedList>({ path: '/operator/refusals' }),
  })
}

/** The log of the operator, the newest first. */
export function useOperatorLog() {
  return useQuery({
    queryKey: queryKeys.operator.list('log', undefined),
    queryFn: read<OperatorLog>({ path: '/operator/log' }),
  })
}

/** Version, totals and settings of the instance. */
export function useInstance() {
  return useQuery({
    queryKey: queryKeys.operator.list('instance', undefined),
    queryFn: read<OperatorInstance>({ path: '/operator/instance' }),
  })
}

/** Suspends an endpoint or an owner, or lifts that. Needs a fresh sign-in. */
export function useChangeSuspension() {
  return useChange<null, OperatorSuspension>({
    request: (change) => ({ method: 'POST', path: '/operator/suspensions', body: change }),
    outdates: [queryKeys.operator.all],
  })
}

/** Ends all sessions of an owner. Needs a fresh sign-in. */
export function useSignOutOwner() {
  return useChange<null, OperatorSignOut>({
    request: (owner) => ({ method: 'POST', path: '/operator/sign-outs', body: owner }),
    outdates: [queryKeys.operator.all],
  })
}

/** Usage of an owner in this month, and the plans that there are. */
export function useUsageOfOwner(email: string) {
  return useQuery({
    queryKey: queryKeys.operator.list('usage', email),
    queryFn: read<OperatorOwnerUsage>({ path: '/operator/usage', search: { email } }),
  })
}

/** Moves an owner to another plan. Needs a fresh sign-in. */
export function useChangePlanOfOwner() {
  return useChange<null, OperatorPlanChange>({
    request: (change) => ({ method: 'POST', path: '/operator/plans', body: change }),
    outdates: [queryKeys.operator.all],
  })
}

/** Deletes the account of an owner with everything in it. Needs a fresh sign-in. */
export function useDeleteOwner() {
  return useChange<null, OperatorDeletion>({
    request: (owner) => ({ method: 'POST', path: '/operator/deletions', body: owner }),
    outdates: [queryKeys.operator.all],
  })
}

/**
 * Has the browser save the archive of an owner as it arrives: it can be larger than the memory of a tab. The browser
 * cannot be asked for a fresh sign-in then, so that is done before.
 */
export async function saveOwner(email: string): Promise<void> {
  const { session } = await callOrThrow<Me>({ path: '/me' })
  const isFresh = session !== null && Date.parse(session.fresh_until) > Date.now()
  if (!isFresh && !(await requestFreshSignIn())) return
  const link = document.createElement('a')
  link.href = toUrl({ path: '/operator/export', search: { email } })
  link.download = ''
  link.click()
}

import { useQuery } from '@tanstack/react-query'
import { callOrThrow, setShownAccount } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Me, Usage } from '../schema.ts'

export type Plan = Me['plan']

const STALE_MS = 5 * 60_000
/** So that an open page says soon that emails are delayed. */
const CHECK_MS = 60_000
/** So that the banner about delayed emails goes soon after they are sent again. */
const CHECK_WHILE_DELAYED_MS = 30_000

/** The signed-in owner. */
export function useMe() {
  return useQuery({
    queryKey: queryKeys.me,
    async queryFn({ signal }) {
      const me = await callOrThrow<Me>({ path: '/me', signal })
      setShownAccount(me.email)
      return me
    },
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.emails_delayed_since ? CHECK_WHILE_DELAYED_MS : CHECK_MS),
  })
}

/** Remembers the language of the dashboard with the person; null: that of the browser. */
export function useChangeLanguage() {
  return useChange<null, Me['language']>({
    request: (language) => ({ method: 'PATCH', path: '/me', body: { language } }),
    outdates: [queryKeys.me],
  })
}

/** Returns true while no email can be sent: one that waits for its first attempt is delayed like all others. */
export function useEmailsDelayed(): boolean {
  const since = useMe().data?.emails_delayed_since
  return since !== undefined && since !== null
}

/** `limit` null: unlimited. */
export type Count = Usage['queue']

export function useUsage() {
  return useQuery({ queryKey: queryKeys.usage, queryFn: read<Usage>({ path: '/usage' }) })
}

import { useQuery } from '@tanstack/react-query'
import { type Answer, call, path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Fresh, SentTo, SessionList } from '../schema.ts'
import { forgetOwner } from './forget-owner.ts'

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: read<SessionList>({ path: '/sessions' }),
    select: (answer) => answer.data,
  })
}

export function useEndSession() {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/sessions/${id}` }),
    outdates: [queryKeys.sessions],
  })
}

export function useSignOut() {
  return useChange<null>({
    request: () => ({ method: 'POST', path: '/sign-out' }),
    onDone: forgetOwner,
  })
}

/** Ends every session, including this one, and revokes all keys if wanted. */
export function useEndAllSessions() {
  return useChange<null, { revokeKeys: boolean }>({
    request: ({ revokeKeys }) => ({
      method: 'DELETE',
      path: '/sessions',
      search: { revoke_keys: revokeKeys ? '1' : null },
    }),
    onDone: forgetOwner,
  })
}

/** Emails a code to the owner; `sent_to` is the masked email address. */
export function requestStepUp(): Promise<Answer<SentTo>> {
  return call({ method: 'POST', path: '/step-up' })
}

/** Confirms the code from the email. */
export function confirmStepUp(code: string): Promise<Answer<Fresh>> {
  return call({ method: 'POST', path: '/step-up/confirm', body: { code } })
}

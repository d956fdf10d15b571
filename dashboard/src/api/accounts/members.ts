import { useQuery } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Invitation, Me, Member, MemberList } from '../schema.ts'

export type Role = Member['role']
export type Membership = Me['memberships'][number]

export function useMembers() {
  return useQuery({
    queryKey: queryKeys.members,
    queryFn: read<MemberList>({ path: '/account/members' }),
    select: (answer) => answer.data,
  })
}

export function useInvite() {
  return useChange<Member, Invitation>({
    request: (invitation) => ({ method: 'POST', path: '/account/members', body: invitation }),
    outdates: [queryKeys.members],
  })
}

export function useChangeRole() {
  return useChange<Member, { id: string; role: Role }>({
    request: ({ id, role }) => ({ method: 'PATCH', path: path`/account/members/${id}`, body: { role } }),
    outdates: [queryKeys.members],
  })
}

export function useRemoveMember() {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/account/members/${id}` }),
    outdates: [queryKeys.members, queryKeys.assignees, queryKeys.me, queryKeys.submissions.all],
  })
}

/** Makes the session act in the account of a membership; null: in the own one. */
export function useSwitchAccount() {
  return useChange<null, string | null>({
    request: (membership) => ({
      method: 'POST',
      path: '/me/account',
      body: { membership_id: membership },
    }),
  })
}

export function useLeaveAccount() {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/me/memberships/${id}` }),
  })
}

import { useMe } from '../api/accounts/me.ts'
import type { Me } from '../api/schema.ts'

type Role = Me['role']

const RANKS: readonly Role[] = ['viewer', 'editor', 'owner', 'holder']

/** Rights of the person in the account that they act in: all while they are unknown, because the service decides. */
export type Access = {
  /** Returns true if the role is at least this one, and includes the whole account where that is demanded. */
  may(role: Role, reach?: 'account'): boolean
}

export function useAccess(): Access {
  const { data: me } = useMe()
  return {
    may(role, reach) {
      if (!me) return true
      return RANKS.indexOf(me.role) >= RANKS.indexOf(role) && (reach === undefined || me.form_id === null)
    },
  }
}

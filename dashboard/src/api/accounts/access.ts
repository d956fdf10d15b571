import type { Me } from '../schema.ts'
import { useMe } from './me.ts'

type Role = Me['role']

const RANKS: readonly Role[] = ['viewer', 'editor', 'owner', 'holder']

/** Rights of the person in the account that they act in: all while they are unknown, because the service decides. */
export type Access = {
  /** Returns true if the role is at least this one, and includes the whole account where that is demanded. */
  may(role: Role, reach?: 'account'): boolean
  /** The same, and false while the rights are unknown: for what is loaded with a screen. */
  surelyMay(role: Role, reach?: 'account'): boolean
  /** True where others than the holder of the account work in it. */
  isShared: boolean
}

export function useAccess(): Access {
  const { data: me } = useMe()
  const surelyMay = (role: Role, reach?: 'account') =>
    me !== undefined &&
    RANKS.indexOf(me.role) >= RANKS.indexOf(role) &&
    (reach === undefined || me.form_id === null)
  return {
    may: (role, reach) => me === undefined || surelyMay(role, reach),
    surelyMay,
    isShared: me?.shared ?? false,
  }
}

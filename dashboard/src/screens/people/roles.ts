import type { Role } from '../../api/accounts/members.ts'
import { type PlainKey, t } from '../../language/texts.ts'

const NAMES = {
  viewer: 'people.roles.viewer',
  editor: 'people.roles.editor',
  owner: 'people.roles.owner',
} satisfies Record<Role, PlainKey>

/** Roles by what they may do. */
export const DUTIES = {
  viewer: 'people.duties.viewer',
  editor: 'people.duties.editor',
  owner: 'people.duties.owner',
} satisfies Record<Role, PlainKey>

/** Lists the roles to choose from, least privileged first. */
export function listRoles(): { value: Role; label: string }[] {
  return (['viewer', 'editor', 'owner'] as const).map((value) => ({ value, label: t(NAMES[value]) }))
}

import type { Role } from '../../api/accounts/members.ts'

/** Roles by what they may do, the least first. */
export const ROLES: readonly { value: Role; label: string; does: string }[] = [
  { value: 'viewer', label: 'Viewer', does: 'Reads and exports.' },
  { value: 'editor', label: 'Editor', does: 'Also moves, answers and deletes submissions.' },
  { value: 'owner', label: 'Owner', does: 'Also changes settings, creates keys and invites people.' },
]

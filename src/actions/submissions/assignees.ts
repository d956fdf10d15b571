import { HOLDER_KEY } from '../../domain/accounts/member.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'

/** Names the holder of the account where a member is named by their id. */
export const HOLDER_ID = 'holder'

/** A person to whom submissions can be assigned. `form`: the only form whose submissions they can have; null for all. */
export type AssigneeView = { id: string; email: string; form: string | null; isCaller: boolean }

/**
 * Lists the people to whom the caller can assign submissions: the holder of the account first, then members, oldest first.
 * Members of one form see those who have access to it.
 */
export async function listAssignees(context: Context, caller: Caller): Promise<AssigneeView[]> {
  const { accountKey, access, mailbox } = caller
  const members = await context.store.members.list(accountKey)
  const reached = members.filter(
    ({ acceptedAt, form }) =>
      acceptedAt !== null && (access.form === null || form === null || form === access.form),
  )
  return [
    { id: HOLDER_ID, email: mailbox, form: null, isCaller: caller.member === null },
    ...reached.map(({ key, mailbox: email, form }) => ({
      ...{ id: toAssigneeId(context, key), email, form },
      isCaller: key === caller.member?.key,
    })),
  ]
}

/** Returns true for an account that others than its holder work in. */
export async function isShared({ store }: Context, caller: Caller): Promise<boolean> {
  if (caller.member !== null) return true
  return (await store.members.list(caller.accountKey)).some(({ acceptedAt }) => acceptedAt !== null)
}

/** Returns the public id of an assignee. */
export function toAssigneeId({ keys }: Pick<Context, 'keys'>, assignee: number): string {
  return assignee === HOLDER_KEY ? HOLDER_ID : keys.rowId('member', assignee)
}

/** Finds an assignee by `me` or their id; refused when the account has no such member. */
export async function findAssignee(
  context: Context,
  caller: Caller,
  id: string,
): Promise<{ kind: 'assignee'; key: number } | Refused> {
  if (id === 'me') return { kind: 'assignee', key: caller.member?.key ?? HOLDER_KEY }
  if (id === HOLDER_ID) return { kind: 'assignee', key: HOLDER_KEY }
  const known = await listAssignees(context, caller)
  const key = known.some((one) => one.id === id) ? context.keys.rowKey('member', id) : null
  return key === null ? refused({ code: 'member_not_found' }) : { kind: 'assignee', key }
}

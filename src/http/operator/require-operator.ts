import type { Caller } from '../../actions/accounts/caller.ts'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'

/** Description of routes that `checkOperator` guards. */
export const ALONE =
  'For sessions of the accounts that the operator has listed in `FORMSLOT_OPERATORS`; all others get 404.'

/** Refuses everybody but the accounts that `FORMSLOT_OPERATORS` names; for all others the route does not exist. */
export function checkOperator({ operators }: Pick<HttpDeps, 'operators'>, caller: Caller): Refused | null {
  const isOperator = caller.member === null && operators.has(mailboxIdentity(caller.mailbox))
  return isOperator ? null : refused({ code: 'not_found' })
}

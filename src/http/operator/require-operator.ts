import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { MAX_ADDRESS_LENGTH, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'

/** Address of an owner in a request. */
export const address = z.string().max(MAX_ADDRESS_LENGTH)

/** Description of routes that `checkOperator` guards. */
export const ALONE =
  'For sessions of the accounts that the operator has listed in `FORMSLOT_OPERATORS`; all others get 404.'

/** Refuses everybody but the accounts that `FORMSLOT_OPERATORS` names and that are not suspended; for all others the route does not exist. */
export function checkOperator({ operators }: Pick<HttpDeps, 'operators'>, caller: Caller): Refused | null {
  const isOperator =
    caller.member === null && caller.suspension === null && operators.has(mailboxIdentity(caller.mailbox))
  return isOperator ? null : refused({ code: 'not_found' })
}

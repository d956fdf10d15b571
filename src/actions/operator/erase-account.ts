import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import type { Context } from '../context.ts'

/**
 * Deletes the account of an owner for good, as its owner would, on behalf of the operator. The log of the operator keeps the
 * keyed hash of its address.
 */
export async function eraseAccount(
  { store, keys }: Pick<Context, 'store' | 'keys'>,
  request: { accountKey: number; mailbox: string; operator: Operator; now: Date },
): Promise<void> {
  const { accountKey, mailbox, operator, now } = request
  await store.operator.record({
    action: 'account_erased',
    subject: keys.mailboxKey(canonicalMailbox(mailbox)),
    detail: null,
    operator: toOperatorName(operator),
    now,
  })
  await store.accounts.closeAccount({ accountKey, now })
  let more = true
  while (more) more = await store.accounts.emptyClosedAccounts()
}

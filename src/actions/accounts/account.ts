import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import type { AccountFacts } from '../../store/contract/account-store.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

export type { AccountFacts } from '../../store/contract/account-store.ts'

/** Returns the caller's account, or null once it has been deleted. */
export async function getAccount(context: Context, caller: Caller): Promise<AccountFacts | null> {
  return context.store.accounts.findAccount(caller.accountKey)
}

/**
 * Deletes the caller's account for good: its endpoints are retired, what they hold is deleted, nobody is signed in any
 * more, and no key works. From the first write on nothing of it can be reached; should the process end before all is
 * gone, the hourly purge goes on.
 */
export async function deleteAccount(context: Context, caller: Caller, now: Date): Promise<void> {
  const { accounts } = context.store
  const mailboxKey = context.keys.mailboxKey(canonicalMailbox(caller.mailbox))
  await accounts.closeAccount({ accountKey: caller.accountKey, mailboxKey, now })
  let more = true
  while (more) more = await accounts.emptyClosedAccounts()
}

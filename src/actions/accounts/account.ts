import type { AccountFacts } from '../../store/accounts/mailboxes.ts'
import type { Context } from '../context.ts'
import { type Caller, toActor } from './caller.ts'

export type { AccountFacts } from '../../store/accounts/mailboxes.ts'

/** Returns the caller's account, or null once it has been deleted. */
export async function getAccount(context: Context, caller: Caller): Promise<AccountFacts | null> {
  return context.store.accounts.findAccount(caller.accountKey)
}

/** Makes the spam filter forget what the caller's account taught it. */
export async function deleteLearnedWords(context: Context, caller: Caller, now: Date): Promise<void> {
  await context.store.judging.forget({ accountKey: caller.accountKey, by: toActor(caller), now })
}

/**
 * Deletes the caller's account for good: retires its endpoints, deletes their data, and ends all sessions and keys. The
 * first write makes all of it unreachable; if the process ends before everything is deleted, the hourly purge continues.
 */
export async function deleteAccount(context: Context, caller: Caller, now: Date): Promise<void> {
  const { accounts } = context.store
  await accounts.closeAccount({ accountKey: caller.accountKey, now })
  let more = true
  while (more) more = await accounts.emptyClosedAccounts()
}

import type { CannedAnswer } from '../../domain/accounts/canned-answer.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

/** Lists the canned answers of the caller's account. */
export function listCannedAnswers(context: Context, caller: Caller): Promise<CannedAnswer[]> {
  return context.store.accounts.listCannedAnswers(caller.accountKey)
}

/** Replaces the canned answers of the caller's account. Returns false once the account has been deleted. */
export function setCannedAnswers(
  context: Context,
  caller: Caller,
  answers: readonly CannedAnswer[],
): Promise<boolean> {
  return context.store.accounts.setCannedAnswers({ accountKey: caller.accountKey, answers })
}

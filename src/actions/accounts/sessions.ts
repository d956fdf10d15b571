import { isAlive } from '../../domain/accounts/session.ts'
import type { ListedSession } from '../../store/contract/account-store.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

/** A session; `current` is set for the one that makes the request. */
export type SessionView = ListedSession & { current: boolean }

/** Lists the active sessions of the caller's account, newest first. */
export async function listSessions(context: Context, caller: Caller, now: Date): Promise<SessionView[]> {
  const sessions = await context.store.accounts.listSessions(caller.accountKey)
  return sessions
    .filter((session) => isAlive(session, now))
    .map((session) => ({ ...session, current: isCurrent(caller, session.key) }))
}

/** Signs one browser out. Returns null when the caller has no such session. */
export async function endSession(
  context: Context,
  caller: Caller,
  id: string,
): Promise<{ current: boolean } | null> {
  const key = context.keys.rowKey('session', id)
  if (key === null) return null
  const ended = await context.store.accounts.endSession({ accountKey: caller.accountKey, key })
  return ended ? { current: isCurrent(caller, key) } : null
}

/** Signs out every browser of the caller, including this one, and revokes the keys of the account and its endpoints if wanted. */
export async function endAllSessions(
  context: Context,
  caller: Caller,
  { keys }: { keys: 'kept' | 'revoked' },
): Promise<void> {
  await context.store.accounts.endSessions({ accountKey: caller.accountKey, keys })
}

/** Signs out this browser. */
export async function signOut(context: Context, caller: Caller): Promise<void> {
  if (caller.by.kind !== 'session') return
  await context.store.accounts.endSession({ accountKey: caller.accountKey, key: caller.by.sessionKey })
}

function isCurrent({ by }: Caller, key: number): boolean {
  return by.kind === 'session' && by.sessionKey === key
}

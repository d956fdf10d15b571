import { isAlive } from '../../domain/accounts/session.ts'
import type { ListedSession } from '../../store/accounts/sessions.ts'
import type { Context } from '../context.ts'
import { type Caller, toActor } from './caller.ts'

/** A session; `current` is set for the one that makes the request. */
export type SessionView = ListedSession & { current: boolean }

/** Lists the active sessions of the person, newest first, in whichever account they act. */
export async function listSessions(context: Context, caller: Caller, now: Date): Promise<SessionView[]> {
  const sessions = await context.store.accounts.listSessions(caller.person.accountKey)
  return sessions
    .filter((session) => isAlive(session, now))
    .map((session) => ({ ...session, current: isCurrent(caller, session.key) }))
}

/** Signs one browser out. Returns null when the caller has no such session. */
export async function endSession(
  context: Context,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<{ current: boolean } | null> {
  const key = context.keys.rowKey('session', id)
  if (key === null) return null
  const ended = await context.store.accounts.endSession({
    accountKey: caller.person.accountKey,
    key,
    by: toActor(caller),
    now,
  })
  return ended ? { current: isCurrent(caller, key) } : null
}

/** Signs out every browser of the caller, including this one. `revoked`: also revokes the keys of the account and its endpoints. */
export async function endAllSessions(
  context: Context,
  caller: Caller,
  { keys, now }: { keys: 'kept' | 'revoked'; now: Date },
): Promise<void> {
  await context.store.accounts.endSessions({
    accountKey: caller.person.accountKey,
    keys,
    by: toActor(caller),
    now,
  })
}

/** Signs out this browser. */
export async function signOut(context: Context, caller: Caller, now: Date): Promise<void> {
  if (caller.by.kind !== 'session') return
  await context.store.accounts.endSession({
    accountKey: caller.person.accountKey,
    key: caller.by.sessionKey,
    by: toActor(caller),
    now,
  })
}

function isCurrent({ by }: Caller, key: number): boolean {
  return by.kind === 'session' && by.sessionKey === key
}

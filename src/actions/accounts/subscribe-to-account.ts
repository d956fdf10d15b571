import { isAlive } from '../../domain/accounts/session.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

/** An event for the subscribers of an account; see `LiveEvent`. */
export type AccountSubscription =
  | { kind: 'submission'; endpointId: string; submissionIds: readonly string[] }
  | { kind: 'changed'; endpointId: string | null }
  | { kind: 'access' }

/** Calls `listener` with the events of the caller's account; the returned function ends the subscription. */
export async function subscribeToAccount(
  { store, keys }: Context,
  caller: Caller,
  listener: (event: AccountSubscription) => void,
): Promise<() => void> {
  const { form } = caller.access
  return store.live.subscribe({ kind: 'account', key: caller.accountKey }, (event) => {
    if (event.kind === 'events') return
    const isOther = 'endpointId' in event && event.endpointId !== null && event.endpointId !== form
    if (form !== null && isOther) return
    if (event.kind !== 'submission') return listener(event)
    const { kind, endpointId, submissionKeys } = event
    listener({ kind, endpointId, submissionIds: submissionKeys.map(keys.submissionId) })
  })
}

/** Returns the callers whose access has ended: signed out, revoked, removed, or with an expired session or key. */
export async function findEndedAccess(
  { store }: Context,
  callers: readonly Caller[],
  now: Date,
): Promise<Set<Caller>> {
  const credentials = { sessions: new Set<number>(), apiKeys: new Set<number>() }
  for (const { by } of callers) {
    if (by.kind === 'session') credentials.sessions.add(by.sessionKey)
    else credentials.apiKeys.add(by.apiKeyKey)
  }
  const found = await store.accounts.findActiveCredentials({
    sessions: [...credentials.sessions],
    apiKeys: [...credentials.apiKeys],
    now,
  })
  const sessions = new Map(
    found.sessions
      .filter((session) => isAlive(session, now))
      .map((session) => [session.key, session.memberKey] as const),
  )
  const apiKeys = new Set(found.apiKeys)
  return new Set(
    callers.filter(({ by, member }) =>
      // A session that acts in another account by now has left the one that it listens to.
      by.kind === 'session'
        ? sessions.get(by.sessionKey) !== (member?.key ?? null)
        : !apiKeys.has(by.apiKeyKey),
    ),
  )
}

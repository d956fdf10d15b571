import type { AccountStore } from '../accounts/accounts.ts'
import type { MemberStore } from '../accounts/members.ts'
import type { EndpointKeyStore } from '../endpoints/endpoint-keys.ts'
import type { HandOverStore } from '../endpoints/hand-overs.ts'
import type { LiveHub } from './live-hub.ts'

/** Wraps the store so that subscribers of the account are notified when sessions end, keys are revoked and accounts closed. */
export function withAccessNotifications(accounts: AccountStore, live: LiveHub): AccountStore {
  const publish = (accountKey: number) =>
    live.publish([{ topic: { kind: 'account', key: accountKey }, event: { kind: 'access' } }])
  return {
    ...accounts,
    async endSession(request) {
      const ended = await accounts.endSession(request)
      if (ended) publish(request.accountKey)
      return ended
    },
    async endSessions(request) {
      await accounts.endSessions(request)
      publish(request.accountKey)
    },
    async deleteKey(request) {
      const deleted = await accounts.deleteKey(request)
      if (deleted) publish(request.accountKey)
      return deleted
    },
    async closeAccount(request) {
      await accounts.closeAccount(request)
      publish(request.accountKey)
    },
  }
}

/** Wraps the store so that subscribers of an account are notified when a member leaves it or acts in another one. */
export function withMemberNotifications(members: MemberStore, live: LiveHub): MemberStore {
  const publish = (accountKey: number) =>
    live.publish([{ topic: { kind: 'account', key: accountKey }, event: { kind: 'access' } }])
  return {
    ...members,
    async remove(request) {
      const removed = await members.remove(request)
      if (removed) publish(request.accountKey)
      return removed
    },
    async changeRole(request) {
      const changed = await members.changeRole(request)
      if (changed) publish(request.accountKey)
      return changed
    },
    async actIn(request) {
      const acts = await members.actIn(request)
      if (acts) publish(request.from)
      return acts
    },
  }
}

/** Wraps the store so that subscribers of both accounts are notified when a form moves, and its members lose access. */
export function withHandOverNotifications(handOvers: HandOverStore, live: LiveHub): HandOverStore {
  return {
    ...handOvers,
    async move(request) {
      const moved = await handOvers.move(request)
      if (moved.kind !== 'moved') return moved
      live.publish([{ topic: { kind: 'account', key: request.accountKey }, event: { kind: 'access' } }])
      live.publishChanged(request.accountKey)
      live.publishChanged(moved.to)
      return moved
    },
  }
}

/** Wraps the store so that programs that wait for messages of a queue are notified when one of its keys is revoked. */
export function withKeyNotifications(keys: EndpointKeyStore, live: LiveHub): EndpointKeyStore {
  return {
    ...keys,
    async delete(request) {
      const deleted = await keys.delete(request)
      const topic = { kind: 'queue', key: request.endpointKey } as const
      if (deleted) live.publish([{ topic, event: { kind: 'access' } }])
      return deleted
    },
  }
}

import type { AccountStore } from './account-store.ts'
import type { LiveHub } from './live-hub.ts'

/** The same store; whoever looks on is told when sessions end and keys are revoked, on every node. */
export function tellingOfAccess(accounts: AccountStore, live: LiveHub): AccountStore {
  const tell = (accountKey: number) => live.tell([{ accountKey, event: { kind: 'access' } }])
  return {
    ...accounts,
    async endSession(request) {
      const ended = await accounts.endSession(request)
      if (ended) tell(request.accountKey)
      return ended
    },
    async endSessions(accountKey) {
      await accounts.endSessions(accountKey)
      tell(accountKey)
    },
    async deleteKey(request) {
      const deleted = await accounts.deleteKey(request)
      if (deleted) tell(request.accountKey)
      return deleted
    },
  }
}

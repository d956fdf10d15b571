import type { Kysely } from 'kysely'
import type { AccountStore } from '../contract/account-store.ts'
import { StoreUnavailable } from '../contract/errors.ts'
import type { EmailStore } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import type { LiveHub } from './live-hub.ts'

/** The same store; whoever looks on is told when sessions end, keys are revoked and accounts closed, on every node. */
export function withAccessNotifications(accounts: AccountStore, live: LiveHub): AccountStore {
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
    async closeAccount(request) {
      await accounts.closeAccount(request)
      tell(request.accountKey)
    },
  }
}

/** The same store; whoever looks on is told that an email was delivered, or will not be. */
export function withEmailNotifications(emails: EmailStore, reads: Kysely<Schema>, live: LiveHub): EmailStore {
  /** NOTE: must not fail: the email is settled, whoever hears of it. */
  async function tell(jobKey: number): Promise<void> {
    const row = await reads
      .selectFrom('outbox')
      .innerJoin('endpoints', 'endpoints.key', 'outbox.endpoint_key')
      .select(['endpoints.id', 'endpoints.account_key'])
      .where('outbox.key', '=', jobKey)
      .executeTakeFirst()
      .catch((error: unknown) => {
        // Those who look on come back when the database does, and look afresh.
        if (error instanceof StoreUnavailable) return undefined
        throw error
      })
    if (!row || row.account_key === null) return
    live.tell([{ accountKey: row.account_key, event: { kind: 'changed', endpointId: row.id } }])
  }
  return {
    ...emails,
    async settle(settlement) {
      const settled = await emails.settle(settlement)
      const over = settled && settlement.next.kind === 'settled'
      if (over && live.isWatched()) await tell(settlement.email.jobKey)
      return settled
    },
  }
}

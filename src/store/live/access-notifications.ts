import type { Kysely } from 'kysely'
import type { AccountStore } from '../contract/account-store.ts'
import { StoreUnavailable } from '../contract/errors.ts'
import type { EmailStore } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
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
    async endSessions(accountKey) {
      await accounts.endSessions(accountKey)
      publish(accountKey)
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

/** Wraps the store so that subscribers of the account are notified when an email was delivered, or never will be. */
export function withEmailNotifications(emails: EmailStore, reads: Kysely<Schema>, live: LiveHub): EmailStore {
  /** NOTE: must not fail: the email is settled, whether anybody hears of it or not. */
  async function publish(jobKey: number): Promise<void> {
    const row = await reads
      .selectFrom('outbox')
      .innerJoin('endpoints', 'endpoints.key', 'outbox.endpoint_key')
      .select(['endpoints.id', 'endpoints.account_key'])
      .where('outbox.key', '=', jobKey)
      .executeTakeFirst()
      .catch((error: unknown) => {
        // Subscribers return when the database does, and read again.
        if (error instanceof StoreUnavailable) return undefined
        throw error
      })
    if (!row || row.account_key === null) return
    const topic = { kind: 'account', key: row.account_key } as const
    live.publish([{ topic, event: { kind: 'changed', endpointId: row.id } }])
  }
  return {
    ...emails,
    async settle(settlement) {
      const settled = await emails.settle(settlement)
      const over = settled && settlement.next.kind === 'settled'
      if (over && live.hasAudience()) await publish(settlement.email.jobKey)
      return settled
    },
  }
}

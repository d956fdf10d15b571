import type { Kysely } from 'kysely'
import type { AccountStore } from '../contract/account-store.ts'
import { StoreUnavailable } from '../contract/errors.ts'
import type { OutboxStore } from '../contract/outbox-store.ts'
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

/** Wraps the outbox so that subscribers of the account are notified when a delivery is settled. */
export function withDeliveryNotifications(
  outbox: OutboxStore,
  reads: Kysely<Schema>,
  live: LiveHub,
): OutboxStore {
  /** NOTE: must not fail: the delivery is settled already. */
  async function publish(deliveryKey: number): Promise<void> {
    const row = await reads
      .selectFrom('outbox')
      .innerJoin('endpoints', 'endpoints.key', 'outbox.endpoint_key')
      .select(['endpoints.id', 'endpoints.account_key'])
      .where('outbox.key', '=', deliveryKey)
      .executeTakeFirst()
      .catch((error: unknown) => {
        // Subscribers reconnect when the database is back, and read again.
        if (error instanceof StoreUnavailable) return undefined
        throw error
      })
    if (!row || row.account_key === null) return
    const topic = { kind: 'account', key: row.account_key } as const
    live.publish([{ topic, event: { kind: 'changed', endpointId: row.id } }])
  }
  return {
    ...outbox,
    async settle(settlement) {
      const settled = await outbox.settle(settlement)
      const over = settled && settlement.next.kind === 'settled'
      if (over && live.hasAudience()) await publish(settlement.lease.deliveryKey)
      return settled
    },
  }
}

import type { Kysely } from 'kysely'
import type { AccountStore } from '../contract/account-store.ts'
import type { EndpointKeyStore } from '../contract/endpoint-key-store.ts'
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

/** Wraps the outbox so that subscribers of the account are notified when a delivery is settled. */
export function withDeliveryNotifications(
  outbox: OutboxStore,
  reads: Kysely<Schema>,
  live: LiveHub,
): OutboxStore {
  /** NOTE: must not fail: the deliveries are settled already. */
  async function publish(deliveryKeys: readonly number[]): Promise<void> {
    const rows = await reads
      .selectFrom('outbox')
      .innerJoin('endpoints', 'endpoints.key', 'outbox.endpoint_key')
      .select(['endpoints.id', 'endpoints.account_key'])
      .distinct()
      .where('outbox.key', 'in', deliveryKeys)
      .execute()
      .catch((error: unknown) => {
        // Subscribers reconnect when the database is back, and read again.
        if (error instanceof StoreUnavailable) return []
        throw error
      })
    live.publish(
      rows.flatMap(({ id, account_key: key }) =>
        key === null
          ? []
          : [{ topic: { kind: 'account', key }, event: { kind: 'changed', endpointId: id } } as const],
      ),
    )
  }
  return {
    ...outbox,
    async settle(settlements) {
      const stored = await outbox.settle(settlements)
      const over = settlements.filter(({ next }, index) => stored[index] && next.kind === 'settled')
      if (over.length > 0 && live.hasAudience()) await publish(over.map(({ lease }) => lease.deliveryKey))
      return stored
    },
  }
}

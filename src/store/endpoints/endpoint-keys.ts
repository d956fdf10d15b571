import type { Insertable, Kysely } from 'kysely'
import type { EndpointScope } from '../../domain/accounts/scope.ts'
import { findPush } from '../../domain/queues/push.ts'
import { toDate } from '../../domain/time.ts'
import { type By, recordAudit } from '../accounts/audit.ts'
import { type ListedKey, toListedKey } from '../accounts/listed-key.ts'
import { isKeyHeld } from '../accounts/member-keys.ts'
import type { NewEndpointKey } from '../contract/creations.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { recordConfirmation } from './endpoint-confirmation.ts'
import { parseStoredSettings } from './stored-settings.ts'

type Row = Schema['endpoint_keys']

export type ListedEndpointKey = ListedKey<EndpointScope>

/** Keys of single endpoints for programs. */
export type EndpointKeyStore = ReturnType<typeof createEndpointKeyStore>

/** Creates the store of endpoint keys on the write queue and the reading connection. */
export function createEndpointKeyStore(write: QueueWrite, reads: Kysely<Schema>) {
  return {
    ...bindReads(reads, { find: findKey, list: listKeys }),
    ...bindWrites(write, { recordUse }),
    ...bindKeyedWrites(write, { add: addKey, delete: deleteKey }),
  }
}

/** Builds the row of a new key. */
export function toEndpointKeyRow(
  request: NewEndpointKey & { key: number; endpointKey: number; now: Date },
): Insertable<Row> & { used_at: null; expires_at: number | null; expiry_recorded_at: null } {
  return {
    key: request.key,
    endpoint_key: request.endpointKey,
    id: request.id,
    hash: request.hash,
    name: request.name,
    scopes: JSON.stringify(request.scopes),
    created_at: request.now.getTime(),
    used_at: null,
    expires_at: request.expiresAt?.getTime() ?? null,
    expiry_recorded_at: null,
    member_key: request.memberKey ?? null,
  }
}

/**
 * Stores a key that the owner creates, which also confirms the endpoint. Returns null when it has `maxKeys` already, or its
 * account was closed.
 */
async function addKey(
  context: WriteContext,
  request: NewEndpointKey & { endpointKey: number; maxKeys: number } & By,
): Promise<ListedEndpointKey | null> {
  const { db, nextKey } = context
  // The endpoint is locked, so that two nodes cannot both create the last key that is allowed. Without a recipient, its
  // account was closed.
  const endpoint = await db
    .selectFrom('endpoints')
    .select(['id', 'account_key'])
    .where('key', '=', request.endpointKey)
    .where('recipient', '!=', '')
    .forUpdate()
    .executeTakeFirst()
  if (!endpoint) return null
  const { count } = await db
    .selectFrom('endpoint_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('endpoint_key', '=', request.endpointKey)
    .executeTakeFirstOrThrow()
  if (count >= request.maxKeys) return null
  await recordConfirmation(db, request)
  const row = toEndpointKeyRow({ ...request, key: nextKey() })
  await db.insertInto('endpoint_keys').values(row).execute()
  if (endpoint.account_key !== null) {
    const created = { action: 'key_created', subject: endpoint.id, detail: request.name } as const
    await recordAudit(context, { ...request, accountKey: endpoint.account_key, ...created })
  }
  return toListedKey<EndpointScope>(row)
}

/** Finds the key with this id, with its endpoint. */
async function findKey(db: Kysely<Schema>, id: string) {
  const row = await db
    .selectFrom('endpoint_keys')
    .innerJoin('endpoints', 'endpoints.key', 'endpoint_keys.endpoint_key')
    .selectAll('endpoint_keys')
    .select([
      'endpoints.id as endpoint_id',
      'endpoints.account_key',
      'endpoints.claimed_at',
      'endpoints.confirmed_at',
      'endpoints.retired_at',
      'endpoints.settings',
    ])
    .where('endpoint_keys.id', '=', id)
    .where(isKeyHeld('endpoint_keys'))
    .executeTakeFirst()
  if (!row) return null
  const settings = parseStoredSettings(row.settings)
  const [claimedAt, retiredAt] = [toDate(row.claimed_at), toDate(row.retired_at)]
  return {
    ...toListedKey<EndpointScope>(row),
    hash: row.hash,
    endpointId: row.endpoint_id,
    endpointKey: row.endpoint_key,
    /** Account that owns the endpoint; null while it is unclaimed. */
    accountKey: row.account_key,
    /** A person has confirmed the endpoint. */
    confirmed: row.confirmed_at !== null,
    /** Limits that the owner of a queue has set. */
    queueLimits: settings.queueLimits,
    /** The queue posts its messages to a webhook. */
    isPushing: findPush({ claimedAt, retiredAt, settings }) !== null,
  }
}

/** Records the time at which a key was used. */
async function recordUse(db: Kysely<Schema>, key: number, now: Date): Promise<void> {
  await db.updateTable('endpoint_keys').set({ used_at: now.getTime() }).where('key', '=', key).execute()
}

/** Lists the keys of an endpoint, newest first. */
async function listKeys(db: Kysely<Schema>, endpointKey: number): Promise<ListedEndpointKey[]> {
  const rows = await db
    .selectFrom('endpoint_keys')
    .selectAll()
    .where('endpoint_key', '=', endpointKey)
    .orderBy('key', 'desc')
    .execute()
  return rows.map((row) => toListedKey<EndpointScope>(row))
}

/** Returns false when the endpoint has no such key. */
async function deleteKey(
  context: WriteContext,
  request: { endpointKey: number; key: number } & By,
): Promise<boolean> {
  const { db } = context
  const deleted = await db
    .deleteFrom('endpoint_keys')
    .where('key', '=', request.key)
    .where('endpoint_key', '=', request.endpointKey)
    .returning('name')
    .executeTakeFirst()
  if (!deleted) return false
  const endpoint = await db
    .selectFrom('endpoints')
    .select(['id', 'account_key'])
    .where('key', '=', request.endpointKey)
    .executeTakeFirst()
  if (endpoint && endpoint.account_key !== null) {
    const revoked = { action: 'key_revoked', subject: endpoint.id, detail: deleted.name } as const
    await recordAudit(context, { ...request, accountKey: endpoint.account_key, ...revoked })
  }
  return true
}

import type { Kysely } from 'kysely'
import type { Scope } from '../../domain/accounts/scope.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { type By, recordAudit } from './audit.ts'
import { type ListedKey, toListedKey } from './listed-key.ts'
import { lockOpenAccount } from './lock-account.ts'
import { ACTED_ACCOUNT, type ActedAccount } from './mailboxes.ts'
import { isKeyHeld } from './member-keys.ts'
import { toActedAccount } from './sessions.ts'

const COLUMNS = [
  'api_keys.key',
  'api_keys.id',
  'api_keys.name',
  'api_keys.scopes',
  'api_keys.created_at',
  'api_keys.used_at',
  'api_keys.expires_at',
] as const

type NewApiKey = {
  accountKey: number
  id: string
  hash: string
  name: string
  scopes: readonly Scope[]
  /** Null for a key that does not expire. */
  expiresAt: Date | null
  /** The member who creates it, with whom it ends. */
  memberKey?: number | null
}

export type ListedApiKey = ListedKey<Scope>

type FoundApiKey = ListedApiKey & { hash: string; account: ActedAccount; memberKey: number | null }

/** Stores a key. Returns null when the account has `maxKeys` already, or was closed. */
export async function addKey(
  context: WriteContext,
  request: NewApiKey & { maxKeys: number } & By,
): Promise<ListedApiKey | null> {
  const { db, nextKey } = context
  const { accountKey, id, hash, name, scopes, expiresAt, memberKey = null, now } = request
  // The account is locked, so that two nodes cannot both create the last key that is allowed.
  if (!(await lockOpenAccount(db, accountKey))) return null
  const { count } = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_key', '=', accountKey)
    .executeTakeFirstOrThrow()
  if (count >= request.maxKeys) return null
  const row = {
    key: nextKey(),
    id,
    hash,
    account_key: accountKey,
    name,
    scopes: JSON.stringify(scopes),
    created_at: now.getTime(),
    used_at: null,
    expires_at: expiresAt?.getTime() ?? null,
    expiry_recorded_at: null,
    member_key: memberKey,
  }
  await db.insertInto('api_keys').values(row).execute()
  await recordAudit(context, { ...request, action: 'key_created', subject: null, detail: name })
  return toListedKey<Scope>(row)
}

/** Finds the key with this id, with its account. */
export async function findKey(db: Kysely<Schema>, id: string): Promise<FoundApiKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.key', 'api_keys.account_key')
    .select(COLUMNS)
    .select(['api_keys.hash', 'api_keys.member_key'])
    .select(ACTED_ACCOUNT)
    .where('api_keys.id', '=', id)
    .where(isKeyHeld('api_keys'))
    .executeTakeFirst()
  if (!row) return null
  const { hash, member_key: memberKey } = row
  return { ...toListedKey<Scope>(row), hash, account: toActedAccount(row), memberKey }
}

/** Records the time at which a key was used. */
export async function recordKeyUse(db: Kysely<Schema>, key: number, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ used_at: now.getTime() }).where('key', '=', key).execute()
}

/** Lists the keys of an account, newest first. */
export async function listKeys(db: Kysely<Schema>, accountKey: number): Promise<ListedApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('account_key', '=', accountKey)
    .orderBy('key', 'desc')
    .execute()
  return rows.map((row) => toListedKey<Scope>(row))
}

/** Returns those of these keys that still exist and have not expired. */
export async function findKeys(
  db: Kysely<Schema>,
  { apiKeys, now }: { apiKeys: readonly number[]; now: Date },
): Promise<number[]> {
  if (apiKeys.length === 0) return []
  const rows = await db
    .selectFrom('api_keys')
    .select('key')
    .where('key', 'in', apiKeys)
    .where(isKeyHeld('api_keys'))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now.getTime())]))
    .execute()
  return rows.map((row) => row.key)
}

/** Returns false when the account has no such key. */
export async function deleteKey(
  context: WriteContext,
  request: { accountKey: number; key: number } & By,
): Promise<boolean> {
  const deleted = await context.db
    .deleteFrom('api_keys')
    .where('key', '=', request.key)
    .where('account_key', '=', request.accountKey)
    .returning('name')
    .executeTakeFirst()
  if (!deleted) return false
  await recordAudit(context, { ...request, action: 'key_revoked', subject: null, detail: deleted.name })
  return true
}

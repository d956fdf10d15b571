import { checkNewExpiry, MAX_KEYS } from '../../domain/accounts/api-key.ts'
import type { Scope } from '../../domain/accounts/scope.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { ListedApiKey } from '../../store/accounts/api-keys.ts'
import type { Context } from '../context.ts'
import { type Caller, toActor } from './caller.ts'

export type { ListedApiKey } from '../../store/accounts/api-keys.ts'

/** Lists the keys of the caller's account, newest first. */
export async function listKeys(context: Context, caller: Caller): Promise<ListedApiKey[]> {
  return context.store.accounts.listKeys(caller.accountKey)
}

/** Creates a key for programs. `apiKey` is returned only here: the store holds its hash. */
export async function createKey(
  context: Context,
  caller: Caller,
  request: { name: string; scopes: readonly Scope[]; expiresAt: Date | null; now: Date },
): Promise<{ kind: 'made'; key: ListedApiKey; apiKey: string } | Refused> {
  const { name, scopes, expiresAt, now } = request
  const past = checkNewExpiry(expiresAt, now)
  if (past) return { kind: 'refused', refusal: past }
  const { id, apiKey } = context.keys.newApiKey()
  const key = await context.store.accounts.addKey({
    accountKey: caller.accountKey,
    id,
    hash: context.keys.secretHash(apiKey),
    name,
    scopes: [...new Set(scopes)].sort(),
    expiresAt,
    memberKey: caller.member?.key ?? null,
    maxKeys: MAX_KEYS,
    by: toActor(caller),
    now,
  })
  if (key) return { kind: 'made', key, apiKey }
  const message = `An account can have at most ${MAX_KEYS} API keys.`
  return { kind: 'refused', refusal: { code: 'limit_reached', message } }
}

/** Revokes a key, from the next request on. Returns false when the caller has no such key. */
export async function revokeKey(
  context: Context,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const key = context.keys.rowKey('api_key', id)
  if (key === null) return false
  return context.store.accounts.deleteKey({ accountKey: caller.accountKey, key, by: toActor(caller), now })
}

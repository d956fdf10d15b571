import { checkExpiry } from '../../domain/accounts/api-key.ts'
import { shouldRecordUse } from '../../domain/accounts/session.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { findCallerByKey } from '../accounts/caller.ts'
import { recordUseIfPossible } from '../accounts/record-use.ts'
import type { Context } from '../context.ts'
import { confirmByUse } from '../endpoints/confirm-endpoint.ts'

/**
 * Checks the right to read the events of a telemetry endpoint, by its own key or an API key of its owner. Reading with a
 * key of the owner that may write confirms the endpoint.
 */
export async function checkReadAccess(
  context: Context,
  request: { endpointId: string; secret: string; now: Date },
): Promise<{ kind: 'may' } | Refused> {
  const { endpointId, secret, now } = request
  const keyId = context.keys.parseEndpointKeyId('telemetry', secret)
  if (keyId !== null) return byOwnKey(context, { ...request, keyId })
  const account = await findCallerByKey(context, { apiKey: secret, now })
  if (account.kind === 'refused') return account
  const { caller } = account
  const { accountKey, by } = caller
  if (!by.scopes.includes('read')) return refused('scope_missing')
  const owned = await context.store.owned.find({ accountKey, kind: 'telemetry', endpointId })
  if (!owned) return refused('endpoint_not_found')
  await confirmByUse(context, caller, { endpoint: owned.endpoint, now })
  return { kind: 'may' }
}

async function byOwnKey(
  { store, keys }: Context,
  request: { endpointId: string; secret: string; keyId: string; now: Date },
): Promise<{ kind: 'may' } | Refused> {
  const { endpointId, secret, now } = request
  const found = await store.endpointKeys.find(request.keyId)
  if (!found || !keys.matchesSecretHash(secret, found.hash) || !isEndpointId('telemetry', found.endpointId)) {
    return refused('key_invalid')
  }
  const expired = checkExpiry(found, now)
  if (expired) return { kind: 'refused', refusal: expired }
  if (found.endpointId !== endpointId) return refused('endpoint_not_found')
  if (!found.scopes.includes('read')) return refused('scope_missing')
  if (shouldRecordUse(found.usedAt, now))
    await recordUseIfPossible(store.endpointKeys.recordUse(found.key, now))
  return { kind: 'may' }
}

function refused(code: Refusal['code']): Refused {
  return { kind: 'refused', refusal: { code } }
}

import { checkExpiry } from '../../domain/accounts/api-key.ts'
import { type EndpointScope, SCOPES, type Scope } from '../../domain/accounts/scope.ts'
import { shouldRecordUse } from '../../domain/accounts/session.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { findPush } from '../../domain/queues/push.ts'
import { type QueueLimits, toQueueLimits } from '../../domain/queues/queue.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { findCallerByKey } from '../accounts/caller.ts'
import { recordUseIfPossible } from '../accounts/record-use.ts'
import type { Context } from '../context.ts'
import { confirmByUse } from '../endpoints/confirm-endpoint.ts'

/**
 * An operation on a queue. `pull`: lease messages, unless the queue posts them to a webhook. `consume`: settle or delete them.
 * `read`: see messages without leasing them. `look`: see their number.
 */
export type QueueOperation = 'publish' | 'pull' | 'consume' | 'read' | 'look'

/** A queue, opened by a key with the scope of the operation. */
export type OpenedQueue = {
  kind: 'opened'
  queueKey: number
  /** Account that owns the queue; null while it is unclaimed. */
  accountKey: number | null
  /** Time at which the key expires, if it does. */
  keyExpiresAt: Date | null
  confirmed: boolean
  limits: QueueLimits
}

/**
 * Opens a queue by a key: its own, or one of its owner's account. A queue that the key does not open gets the same
 * refusal as an unknown id. With the queue's own key, the store is read once. Using its messages with a key of the account
 * is an action of the owner, which confirms the queue.
 *
 * @param request.key the token after `Bearer`; null without one
 */
export async function openQueue(
  context: Context,
  request: { queueId: string; key: string | null; operation: QueueOperation; dryRun: boolean; now: Date },
): Promise<OpenedQueue | Refused> {
  const { queueId, key, operation, dryRun, now } = request
  if (key === null) return refused({ code: 'key_missing' })
  const holder = await findHolder(context, key, now)
  if (holder.kind === 'refused') return holder
  const queue = await holder.find(queueId)
  if (!queue) return refused({ code: 'endpoint_not_found' })
  if (!holder.may(operation)) return refused({ code: 'scope_missing' })
  if (operation === 'pull' && queue.isPushing) return refused({ code: 'queue_pushing' })
  if (operation !== 'look' && !dryRun) await queue.confirm()
  const { queueKey, accountKey, keyExpiresAt, confirmed, limits } = queue
  return { kind: 'opened', queueKey, accountKey, keyExpiresAt, confirmed, limits }
}

/** Scopes that a key of the account needs. Consuming both shows messages and takes them out of the queue. */
export const ACCOUNT_SCOPES: Readonly<Record<QueueOperation, readonly Scope[]>> = {
  publish: ['write'],
  pull: SCOPES,
  consume: SCOPES,
  read: ['read'],
  look: ['read'],
}
type Holder = {
  kind: 'holder'
  may(operation: QueueOperation): boolean
  /** Finds the queue; null when the key does not open it. `confirm` does nothing for the key of the queue itself. */
  find(queueId: string): Promise<(Omit<OpenedQueue, 'kind'> & FoundQueue) | null>
}

type FoundQueue = { isPushing: boolean; confirm(): Promise<void> }

async function findHolder(context: Context, key: string, now: Date): Promise<Holder | Refused> {
  const { store, keys } = context
  const id = keys.parseEndpointKeyId('queue', key)
  if (id === null) {
    const account = await findCallerByKey(context, { apiKey: key, now })
    if (account.kind === 'refused') return account
    const { caller, expiresAt: keyExpiresAt } = account
    return {
      kind: 'holder',
      may: (operation) => ACCOUNT_SCOPES[operation].every((scope) => caller.by.scopes.includes(scope)),
      async find(queueId) {
        const found = isEndpointId('queue', queueId) ? await store.findEndpoint(queueId) : null
        if (found?.accountKey !== caller.accountKey) return null
        const confirm = () => confirmByUse(context, caller, { endpoint: found.endpoint, now })
        const limits = toQueueLimits(found.endpoint.settings.queueLimits)
        const { accountKey } = caller
        const isPushing = findPush(found.endpoint) !== null
        return { queueKey: found.key, accountKey, keyExpiresAt, confirmed: true, limits, isPushing, confirm }
      },
    }
  }
  const found = await store.endpointKeys.find(id)
  if (!found || !keys.matchesSecretHash(key, found.hash)) return refused({ code: 'key_invalid' })
  const expired = checkExpiry(found, now)
  if (expired) return refused(expired)
  if (shouldRecordUse(found.usedAt, now))
    await recordUseIfPossible(store.endpointKeys.recordUse(found.key, now))
  const { endpointId, endpointKey: queueKey, accountKey, expiresAt: keyExpiresAt, confirmed } = found
  const limits = toQueueLimits(found.queueLimits)
  const { isPushing } = found
  return {
    kind: 'holder',
    may: createScopeCheck(found.scopes),
    find: async (queueId) =>
      queueId === endpointId
        ? { queueKey, accountKey, keyExpiresAt, confirmed, limits, isPushing, async confirm() {} }
        : null,
  }
}

function createScopeCheck(scopes: readonly EndpointScope[]): (operation: QueueOperation) => boolean {
  return (operation) => {
    switch (operation) {
      case 'look':
        return true
      case 'read':
      case 'pull':
        return scopes.includes('consume')
      case 'publish':
      case 'consume':
        return scopes.includes(operation)
    }
  }
}

import { isIdOf } from '../domain/kinds.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EndpointScope } from '../domain/scope.ts'
import { isWorthNoting } from '../domain/session.ts'
import type { FoundEndpoint } from '../store/store.ts'
import { callerOfKey, noteIfPossible } from './caller.ts'
import type { Context } from './context.ts'

/** What somebody wants to do with a queue. `read`: see messages without taking any. `look`: see how many there are. */
export type QueueDeed = 'publish' | 'consume' | 'read' | 'look'

/** A queue, opened by a key that may do what is to be done. */
export type OpenedQueue = { kind: 'opened'; found: FoundEndpoint; by: string }

/**
 * Opens a queue by a key: one of its own, or one of its owner's account. A queue that the key does not open is as
 * unknown as one that never was.
 *
 * @param request.key what stands behind `Bearer`; null where nothing does
 */
export async function openQueue(
  context: Context,
  request: { queueId: string; key: string | null; deed: QueueDeed; now: Date },
): Promise<OpenedQueue | { kind: 'refused'; refusal: Refusal }> {
  const { queueId, key, now } = request
  if (key === null) return refused({ code: 'key_missing' })
  const holder = await holderOf(context, key, now)
  if (!holder) return refused({ code: 'key_invalid' })
  const found = isIdOf('queue', queueId) ? await context.store.findEndpoint(queueId) : null
  if (!found) return refused({ code: 'endpoint_not_found' })
  const itsOwn =
    holder.kind === 'queue' ? holder.endpointId === queueId : holder.accountKey === found.accountKey
  if (!itsOwn) return refused({ code: 'endpoint_not_found' })
  if (!holder.may(request.deed)) return refused({ code: 'scope_missing' })
  return { kind: 'opened', found, by: holder.name }
}

type Holder = { may(deed: QueueDeed): boolean; name: string } & (
  | { kind: 'queue'; endpointId: string }
  | { kind: 'account'; accountKey: number }
)

async function holderOf(context: Context, key: string, now: Date): Promise<Holder | null> {
  const id = context.keys.idOfEndpointKey('queue', key)
  if (id === null) {
    const caller = await callerOfKey(context, { apiKey: key, now })
    if (caller?.by.kind !== 'key') return null
    const { scopes } = caller.by
    const looks = (deed: QueueDeed) => deed === 'read' || deed === 'look'
    // Who takes a message changes the queue.
    const may = (deed: QueueDeed) => scopes.includes(looks(deed) ? 'read' : 'write')
    return { kind: 'account', accountKey: caller.accountKey, name: `ak ${caller.by.apiKeyKey}`, may }
  }
  const { endpointKeys } = context.store
  const found = await endpointKeys.find(id)
  if (!found || !context.keys.isSecretOf(key, found.hash)) return null
  if (isWorthNoting(found.usedAt, now)) await noteIfPossible(endpointKeys.note(found.key, now))
  return { kind: 'queue', endpointId: found.endpointId, name: `qk ${found.key}`, may: maying(found.scopes) }
}

function maying(scopes: readonly EndpointScope[]): (deed: QueueDeed) => boolean {
  return (deed) => {
    switch (deed) {
      case 'look':
        return true
      case 'read':
        return scopes.includes('consume')
      case 'publish':
      case 'consume':
        return scopes.includes(deed)
    }
  }
}

function refused(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal }
}

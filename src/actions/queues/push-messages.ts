import { listSigningNow, parseSigningSecrets } from '../../domain/destinations/signing-secrets.ts'
import {
  type BegunPush,
  decideReturn,
  findPush,
  getPushLeaseMs,
  type PushDestination,
  type PushedMessage,
  type PushResult,
  type PushTarget,
} from '../../domain/queues/push.ts'
import { toQueueLimits } from '../../domain/queues/queue.ts'
import { getDestinationPlace } from '../../domain/secret-place.ts'
import { later, SECOND } from '../../domain/time.ts'
import type { PushingQueue, StoredPush } from '../../store/queues/push.ts'
import type { Context } from '../context.ts'

/** Pause until messages are leased again while another node leases some. */
const BUSY_MS = 100

/** Lists the queues that post their messages to a webhook. */
export function listPushingQueues({ store }: Context): Promise<PushingQueue[]> {
  return store.queues.listPushing()
}

/**
 * Leases the messages of a queue that are to be posted to its webhook now: as many as it has places for, on all nodes together.
 *
 * @param request.reserve returns how many of at most `count` requests the host may get now
 */
export async function beginPush(
  context: Context,
  { queueKey, now, reserve }: { queueKey: number; now: Date; reserve(host: string, count: number): number },
): Promise<BegunPush> {
  const { store, keys } = context
  const leased = await store.queues.leasePush({
    queueKey,
    now,
    lease: keys.newLease(),
    decide(stored) {
      const destination = findPush(stored.endpoint)
      if (destination?.id !== stored.destinationId) return null
      const { push, origin } = destination
      const target = openTarget(context, { queueKey, stored, destination, now })
      if (!target) return null
      return {
        target,
        limits: target.limits,
        concurrency: push.concurrency,
        limit: reserve(origin, push.concurrency),
        leaseMs: getPushLeaseMs(push),
      }
    },
  })
  switch (leased.kind) {
    case 'off':
      return { kind: 'off' }
    case 'busy':
      return { kind: 'waiting', until: later(now, BUSY_MS) }
    case 'waiting':
      return { kind: 'waiting', until: await store.queues.nextReadyAt(queueKey, now) }
    case 'leased': {
      const messages = leased.messages.map(({ key, lease, deliveries: attempt, type, text, isTest }) => ({
        ...{ key, lease, attempt, type, text, isTest },
        id: keys.rowId('message', key),
      }))
      return { kind: 'begun', target: leased.target, messages }
    }
  }
}

/** Ends the delivery of a message that was posted: it is acknowledged, or returns to its queue. */
export async function endPush(
  { store }: Context,
  request: { target: PushTarget; message: PushedMessage; result: PushResult; now: Date },
): Promise<void> {
  const { target, message, result, now } = request
  const { queueKey, limits } = target
  const { key, lease } = message
  if (result.kind === 'accepted') {
    await store.queues.settlePush({ queueKey, limits, now, acks: [{ key, lease }], retries: [] })
    return
  }
  const { answer } = result
  const retry = { key, lease, reason: answer, ...decideReturn(result, limits, now) }
  const failure = { at: now, answer }
  await store.queues.settlePush({ queueKey, limits, now, acks: [], retries: [retry], failure })
}

/** Opens the secrets of a webhook; null where no link secret of this instance opens its address. */
function openTarget(
  { keys }: Context,
  {
    queueKey,
    stored,
    destination,
    now,
  }: { queueKey: number; stored: StoredPush; destination: PushDestination; now: Date },
): PushTarget | null {
  const { endpoint, destinationId, secret } = stored
  const place = { endpointId: endpoint.id, destinationId }
  const address = keys.openSecret(secret.address, getDestinationPlace('address', place))
  if (address === null) return null
  const signing = secret.signing && keys.openSecret(secret.signing, getDestinationPlace('signing', place))
  return {
    queueKey,
    ...place,
    addressedAt: destination.addressedAt,
    address,
    secrets: listSigningNow(parseSigningSecrets(signing), now),
    failingSince: secret.failingSince,
    timeoutMs: destination.push.timeoutSeconds * SECOND,
    limits: toQueueLimits(endpoint.settings.queueLimits),
  }
}

import type { QueueCounts, QueueRate } from '../store/queue-store.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'

/** Dead messages put back by one write: few enough that whoever publishes meanwhile hardly waits. */
const REPLAYED_AT_ONCE = 500

/** The key of a queue of the caller; null when there is none with this id. */
export async function findOwnedQueue(
  { store }: Context,
  { accountKey }: Caller,
  queueId: string,
): Promise<number | null> {
  const owned = await store.owned.find({ accountKey, kind: 'queue', endpointId: queueId })
  return owned?.key ?? null
}

/** How many messages each of these queues of the caller holds, in their order. */
export async function countOwnedQueues(
  { store }: Context,
  { accountKey }: Caller,
  { queueIds, now }: { queueIds: readonly string[]; now: Date },
): Promise<QueueCounts[]> {
  return Promise.all(
    queueIds.map(async (endpointId) => {
      const owned = await store.owned.find({ accountKey, kind: 'queue', endpointId })
      return owned ? store.queues.count(owned.key, now) : { backlog: 0, inFlight: 0, dead: 0 }
    }),
  )
}

/** What was published and acknowledged in each of the last hours of UTC, oldest first. */
export function queueRates(
  { store }: Context,
  request: { queueKey: number; hours: number; now: Date },
): Promise<QueueRate[]> {
  return store.queues.rates(request)
}

/** Puts all dead messages of a queue back as if they had never been handed out; how many. */
export async function replayDeadMessages({ store }: Context, queueKey: number): Promise<number> {
  let replayed = 0
  let back = 0
  do {
    back = await store.queues.replayAll({ queueKey, limit: REPLAYED_AT_ONCE })
    replayed += back
  } while (back === REPLAYED_AT_ONCE)
  return replayed
}

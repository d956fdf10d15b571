import type { QueueLimits } from '../../domain/queues/queue.ts'
import { later, SECOND } from '../../domain/time.ts'
import type { LeasedMessage } from '../../store/queues/settle-messages.ts'
import type { Context } from '../context.ts'
import { parseLeaseId } from './lease-id.ts'

type Settled = {
  acked: number
  retried: number
  /** Reasons by lease id, for messages that were not changed. */
  warnings: Record<string, string>
}

const NO_LEASE = 'this is not a lease id'
const NOT_THERE = 'there is no such message in the queue'
const NOT_HELD = 'the lease is over: the message was acknowledged, given back or handed out again'

/** Acknowledges messages, which deletes them, and returns others to the queue for a retry, now or after a delay. */
export async function settleMessages(
  context: Context,
  request: {
    queueKey: number
    limits: QueueLimits
    acks: readonly string[]
    retries: readonly { leaseId: string; delaySeconds: number; reason: string | null }[]
    now: Date
  },
): Promise<Settled> {
  const { queueKey, limits, now } = request
  const acks = request.acks.map((leaseId) => read(context, leaseId))
  const retries = request.retries.map(({ leaseId, delaySeconds, reason }) => ({
    ...read(context, leaseId),
    readyAt: delaySeconds === 0 ? null : later(now, delaySeconds * SECOND),
    reason,
  }))
  const done = await context.store.queues.settle({
    queueKey,
    limits,
    now,
    acks: acks.flatMap(({ message }) => message ?? []),
    retries: retries.flatMap(({ message, readyAt, reason }) =>
      message ? { ...message, readyAt, reason } : [],
    ),
  })
  // NOTE: fromEntries defines own properties, so that no lease id can be `__proto__`.
  const warnings = Object.fromEntries([
    ...acks.flatMap((ack) => toWarning(ack, done.acked)),
    ...retries.flatMap((retry) => toWarning(retry, done.retried)),
  ])
  return { acked: done.acked.size, retried: done.retried.size, warnings }
}

/** Deletes messages by their ids; the warnings name the ids that are not in the queue. */
export async function removeMessages(
  context: Context,
  request: { queueKey: number; messageIds: readonly string[] },
): Promise<{ warnings: Record<string, string> }> {
  const { queueKey, messageIds } = request
  const named = messageIds.map((id) => ({ id, key: context.keys.rowKey('message', id) }))
  const keys = named.flatMap(({ key }) => key ?? [])
  const removed = await context.store.queues.remove({ queueKey, keys })
  const missing = named.filter(({ key }) => key === null || !removed.has(key))
  return { warnings: Object.fromEntries(missing.map(({ id }) => [id, NOT_THERE])) }
}

type Read = { leaseId: string; message: LeasedMessage | null }

function read({ keys }: Context, leaseId: string): Read {
  return { leaseId, message: parseLeaseId(keys, leaseId) }
}

function toWarning({ leaseId, message }: Read, done: ReadonlySet<number>): [string, string][] {
  if (message === null) return [[leaseId, NO_LEASE]]
  return done.has(message.key) ? [] : [[leaseId, NOT_HELD]]
}

import type { QueueLimits } from '../../domain/queues/queue.ts'
import { later } from '../../domain/time.ts'
import type { PulledMessage } from '../../store/queues/messages.ts'
import type { Context } from '../context.ts'
import { toLeaseId } from './lease-id.ts'
import { type MessageView, toMessageView } from './message-view.ts'

/** A leased message, with the id that acknowledges it. */
export type LeasedMessageView = MessageView & { leaseId: string }

/** `backlog`: messages not acknowledged and not dead. */
export type PullResult = { messages: LeasedMessageView[]; backlog: number }

export type PullRequest = {
  queueKey: number
  limits: QueueLimits
  limit: number
  leaseMs: number
  now: Date
}

/** Leases the messages that are ready, oldest first. No other pull returns them until the lease ends. */
export async function pullMessages(context: Context, request: PullRequest): Promise<PullResult> {
  const { queueKey, limits, limit, leaseMs, now } = request
  const lease = context.keys.newLease()
  const { messages, backlog } = await context.store.queues.pull({
    queueKey,
    limits,
    limit,
    now,
    lease,
    until: later(now, leaseMs),
  })
  return { messages: messages.map((message) => toLeasedMessageView(context, message)), backlog }
}

/**
 * Calls `listener` with `messages` whenever there may be new ones to pull, and with `access` when a key of the queue or of
 * its account was revoked; the returned function ends the subscription.
 */
export async function watchQueue(
  context: Context,
  { queueKey, accountKey }: { queueKey: number; accountKey: number | null },
  listener: (event: 'messages' | 'access') => void,
): Promise<() => void> {
  const { live, queues } = context.store
  const unwatchQueue = queues.watch(queueKey, ({ kind }) =>
    listener(kind === 'access' ? 'access' : 'messages'),
  )
  if (accountKey === null) return unwatchQueue
  const unwatchAccount = live.subscribe({ kind: 'account', key: accountKey }, ({ kind }) => {
    if (kind === 'access') listener('access')
  })
  return () => {
    unwatchQueue()
    unwatchAccount()
  }
}

/** Returns the next time at which a leased or delayed message can be pulled, or null when there is none. */
export function nextMessageAt(context: Context, queueKey: number, now: Date): Promise<Date | null> {
  return context.store.queues.nextReadyAt(queueKey, now)
}

/** Returns the messages that a pull would lease now; leases nothing. */
export async function peekMessages(
  context: Context,
  request: { queueKey: number; limits: QueueLimits; limit: number; now: Date },
): Promise<{ messages: MessageView[]; backlog: number }> {
  const { messages, backlog } = await context.store.queues.peek(request)
  return { messages: messages.map((message) => toMessageView(context, message)), backlog }
}

function toLeasedMessageView(context: Context, message: PulledMessage): LeasedMessageView {
  return { ...toMessageView(context, message), leaseId: toLeaseId(context.keys, message) }
}

import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { ClientShare } from '../../domain/plans/quota-share.ts'
import type { MessageContent } from '../../domain/queues/queue.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { later, SECOND } from '../../domain/time.ts'
import type { Change, ChangeInput } from '../../store/contract/changes.ts'
import type { QueueRate } from '../../store/queues/queue-tally.ts'
import type { QueueCounts } from '../../store/queues/queues.ts'
import type { Context } from '../context.ts'
import { toIdempotentAnswer } from '../idempotent-result.ts'
import { KEYS_PER_ACCEPTANCE, recordAccepted } from '../plans/record-accepted.ts'
import { reserveShare, withShare } from '../plans/reserve-share.ts'
import { checkPublication } from './check-publication.ts'

/** A message to publish; it can be pulled after `delaySeconds`. */
export type Publication = MessageContent & { delaySeconds: number }

type PublishAnswer = { kind: 'published'; messageIds: string[] } | Refused

/** Publishes messages to a queue that the caller may publish to: all of them, in order, or none. */
export async function publishMessages(
  context: Context,
  request: {
    queueId: string
    messages: readonly Publication[]
    idempotencyKey: IdempotencyKey | null
    /** null: the owner publishes. */
    share: ClientShare | null
    now: Date
  },
): Promise<PublishAnswer & { replayed: boolean }> {
  const { queueId, messages, idempotencyKey, share, now } = request
  if (!context.store.hasRoom()) return refused({ code: 'disk_full' })
  const { answer, replayed } = await withShare(share, async () =>
    toIdempotentAnswer(
      await context.store.change<PublishAnswer>({
        endpointId: queueId,
        now,
        idempotencyKey,
        maxKeys: messages.length + KEYS_PER_ACCEPTANCE,
        decide: ({ found, nextKey }) => decide(context, { found, nextKey, messages, share, now }),
      }),
    ),
  )
  return { ...answer, replayed }
}

/** Returns the outcome that publishing would have now; publishes nothing. */
export async function tryMessages(
  context: Context,
  { queueId, ...quota }: { queueId: string; count: number; now: Date },
): Promise<
  { kind: 'would_publish'; state: 'claimed' | 'unclaimed'; wouldSendClaimEmail: boolean } | Refused
> {
  const found = await context.store.findEndpoint(queueId)
  const refusal = found ? checkPublication(context, found, quota) : ({ code: 'endpoint_not_found' } as const)
  if (!found || refusal) return { kind: 'refused', refusal: refusal ?? { code: 'endpoint_not_found' } }
  const { claimedAt, claimEmailAt } = found.endpoint
  return {
    kind: 'would_publish',
    state: claimedAt ? 'claimed' : 'unclaimed',
    wouldSendClaimEmail: !claimedAt && !claimEmailAt,
  }
}

/** Returns the message counts of a queue. */
export function countMessages(context: Context, queueKey: number, now: Date): Promise<QueueCounts> {
  return context.store.queues.count(queueKey, now)
}

/** Returns the message counts of many queues by key; queues that never held a message are absent. */
export function countManyMessages(
  context: Context,
  queueKeys: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, QueueCounts>> {
  return context.store.queues.counts(queueKeys, now)
}

/** Returns the messages published and acknowledged in each of the last hours of UTC, oldest first. */
export function loadQueueRates(
  context: Context,
  request: { queueKey: number; hours: number; now: Date },
): Promise<QueueRate[]> {
  return context.store.queues.rates(request)
}

function decide(
  context: Context,
  request: Pick<ChangeInput, 'found' | 'nextKey'> &
    Pick<Parameters<typeof publishMessages>[1], 'messages' | 'share' | 'now'>,
): Change<PublishAnswer> {
  const { found, nextKey, share, now } = request
  const count = request.messages.length
  const refusal: Refusal | null = found
    ? (checkPublication(context, found, { count, now }) ??
      reserveShare(context, found, { share, count, atLeast: count, now }).refusal)
    : { code: 'endpoint_not_found' }
  if (!found || refusal) {
    const why = refusal ?? ({ code: 'endpoint_not_found' } as const)
    return { answer: { kind: 'refused', refusal: why }, remember: false, consequences: [] }
  }
  const messages = request.messages.map(({ type, text, delaySeconds }) => {
    const readyAt = delaySeconds === 0 ? null : later(now, delaySeconds * SECOND)
    return { key: nextKey(), type, text, readyAt }
  })
  const messageIds = messages.map(({ key }) => context.keys.rowId('message', key))
  const consequences = recordAccepted(context, found, { count, first: null, now })
  return {
    answer: { kind: 'published', messageIds },
    remember: true,
    consequences: [...consequences, { kind: 'messages', messages }],
  }
}

function refused(refusal: Refusal): PublishAnswer & { replayed: boolean } {
  return { kind: 'refused', refusal, replayed: false }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageView } from '../../actions/queues/message-view.ts'
import type { PullResult } from '../../actions/queues/pull-messages.ts'
import type { QueueOperation } from '../../actions/queues/queue-access.ts'
import { MAX_WAITING_PULLS } from '../../domain/queues/queue.ts'
import { type Refusal, type Refused, refused } from '../../domain/refusal.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { createPendingResponses } from '../kernel/pending-responses.ts'
import type { Handler } from '../kernel/register-route.ts'
import { AckRequest, PeekRequest, PullRequest, PurgeRequest } from './inputs.ts'
import { type Published, publish, readBatch, readOne, readWhole } from './publishing.ts'
import {
  type DryRun,
  type OpenedRequest,
  openRequestedQueue,
  openWithInput,
  type QueueResult,
} from './queue-request.ts'

/** Operations on the messages of a queue, independent of the format of their responses. */
export type QueueApi = {
  /** Opens the queue of a request by its key. */
  open(request: FastifyRequest, operation: QueueOperation): Promise<OpenedRequest | Refused>
  /** Counts a read of the queue until its response is sent; false when too many are in progress. */
  beginRead(queueKey: number, reply: FastifyReply): boolean
  /** Publishes the body as one message. */
  publishWhole(request: FastifyRequest): Promise<Published>
  /** Publishes the one message that the body describes. */
  publishOne(request: FastifyRequest): Promise<Published>
  /** Publishes several messages, all or none. */
  publishBatch(request: FastifyRequest): Promise<Published>
  /** Leases messages, and waits for one if the request says so. */
  pull(request: FastifyRequest, reply: FastifyReply): Promise<QueueResult<PullResult>>
  /** Returns the messages that a pull would lease. */
  peek(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<QueueResult<{ messages: MessageView[]; backlog: number }>>
  /** Deletes messages by id, as clients of Cloudflare Queues do after a peek. */
  purge(request: FastifyRequest): Promise<QueueResult<Pick<Settled, 'warnings'>>>
  /** Acknowledges messages, and returns others to the queue. */
  acknowledge(request: FastifyRequest): Promise<QueueResult<Settled>>
}

type Settled = Awaited<ReturnType<HttpDeps['actions']['settleMessages']>>

/** Writes refusals and dry runs in one of the two response formats. */
type QueueResponseFormat = {
  sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply
  sendDryRun(reply: FastifyReply, body: DryRun['body']): FastifyReply
}

/** The refusal of a read while too many reads of the queue are in progress. */
export const TOO_MANY_READS = refused({
  code: 'pull_limit',
  retryAfterSeconds: 1,
  message: 'Too many reads of this queue are in progress at the same time.',
})

/** Creates a maker of handlers: each runs an operation and writes its result, `sendDone` where it was done. */
export function createHandlerFactory({ sendRefusal, sendDryRun }: QueueResponseFormat) {
  return <Done>(
    operation: (request: FastifyRequest, reply: FastifyReply) => Promise<QueueResult<Done>>,
    sendDone: (reply: FastifyReply, done: Done) => FastifyReply,
  ): Handler =>
    async (request, reply) => {
      const result = await operation(request, reply)
      switch (result.kind) {
        case 'refused':
          return sendRefusal(request, reply, result.refusal)
        case 'dry_run':
          return sendDryRun(reply, result.body)
        case 'done':
          return sendDone(reply, result)
      }
    }
}

/** Creates the operations that `/q/{id}` and the addresses of Cloudflare Queues share. */
export function createQueueApi(deps: HttpDeps): QueueApi {
  const reads = createPendingResponses<number>()
  function beginRead(queueKey: number, reply: FastifyReply): boolean {
    return reads.begin(queueKey, reply.raw)
  }
  return {
    beginRead,
    open: (request, operation) => openRequestedQueue(deps, request, operation),
    publishWhole: (request) => publish(deps, request, readWhole),
    publishOne: (request) => publish(deps, request, readOne),
    publishBatch: (request) => publish(deps, request, readBatch),
    pull: (request, reply) => pull(deps, request, reply),
    async peek(request, reply) {
      const opened = await openWithInput(deps, request, { operation: 'read', schema: PeekRequest })
      if (opened.kind !== 'opened') return opened
      const { queueKey, limits, now, input } = opened
      if (!beginRead(queueKey, reply)) return TOO_MANY_READS
      const peeked = await deps.actions.peekMessages({ queueKey, limits, limit: input.batch_size, now })
      return { kind: 'done', ...peeked }
    },
    purge: (request) => purge(deps, request),
    acknowledge: (request) => acknowledge(deps, request),
  }
}

async function pull(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<QueueResult<PullResult>> {
  const opened = await openWithInput(deps, request, { operation: 'consume', schema: PullRequest })
  if (opened.kind !== 'opened') return opened
  const { input, queueKey, accountKey, keyExpiresAt, confirmed, limits } = opened
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  // A connection that closed earlier emits no event any more.
  if (request.socket.destroyed) closed.abort()
  const pulled = await deps.longPolls.pull({
    queueKey,
    accountKey,
    keyExpiresAt,
    limits,
    limit: input.batch_size,
    leaseMs: input.visibility_timeout_ms ?? limits.leaseMs,
    waitMs: input.wait_seconds * SECOND,
    maxWaiting: confirmed ? MAX_WAITING_PULLS.confirmed : MAX_WAITING_PULLS.unconfirmed,
    signal: closed.signal,
    async checkAccess() {
      const reopened = await openRequestedQueue(deps, request, 'consume')
      return reopened.kind === 'refused' ? reopened.refusal : null
    },
  })
  if (pulled.kind === 'full') {
    return refused({ code: 'pull_limit', retryAfterSeconds: pulled.retryAfterSeconds })
  }
  if (pulled.kind === 'refused') return pulled
  return { kind: 'done', messages: pulled.messages, backlog: pulled.backlog }
}

async function purge(deps: HttpDeps, request: FastifyRequest) {
  const opened = await openWithInput(deps, request, { operation: 'consume', schema: PurgeRequest })
  if (opened.kind !== 'opened') return opened
  const { queueKey, input } = opened
  const messageIds = input.refs.map(({ ref }) => ref)
  const { warnings } = await deps.actions.removeMessages({ queueKey, messageIds })
  return { kind: 'done', warnings } as const
}

async function acknowledge(deps: HttpDeps, request: FastifyRequest): Promise<QueueResult<Settled>> {
  const opened = await openWithInput(deps, request, { operation: 'consume', schema: AckRequest })
  if (opened.kind !== 'opened') return opened
  const { queueKey, limits, now, input } = opened
  const settled = await deps.actions.settleMessages({
    queueKey,
    limits,
    now,
    acks: input.acks.map((ack) => ack.lease_id),
    retries: input.retries.map(({ lease_id: leaseId, delay_seconds: delaySeconds = 0, reason = null }) => ({
      leaseId,
      delaySeconds,
      reason,
    })),
  })
  return { ...settled, kind: 'done' }
}

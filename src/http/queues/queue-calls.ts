import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { MAX_WAITING_PULLS } from '../../domain/queues/queue.ts'
import { refused } from '../../domain/refusal.ts'
import { SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { AckRequest, BatchRequest, MessageRequest, PeekRequest, PullRequest, PurgeRequest } from './inputs.ts'
import { createPublish, readBatch, readOne, readWhole } from './publishing.ts'
import { createCallFactory, type OpenedRequest, openRequestedQueue } from './queue-request.ts'

/** Creates the calls that `/q/{id}` and the addresses of Cloudflare Queues share. */
export function createQueueCalls(deps: HttpDeps) {
  const { actions } = deps
  const createCall = createCallFactory(deps)
  return {
    /** Creates calls that open a queue by its key. */
    createCall,
    /** Publishes the body as one message. */
    publishWhole: createPublish(deps, { input: null, read: readWhole }),
    /** Publishes the one message that the body describes. */
    publishOne: createPublish(deps, { input: MessageRequest, read: readOne }),
    /** Publishes several messages, all or none. */
    publishBatch: createPublish(deps, { input: BatchRequest, read: readBatch }),
    /** Leases messages, and waits for one if the request says so. */
    pull: createCall({ operation: 'pull', input: PullRequest }, (opened) => pull(deps, opened)),
    /** Returns the messages that a pull would lease. */
    peek: createCall(
      { operation: 'read', input: PeekRequest },
      async ({ queueKey, limits, now, input: { batch_size: limit } }) => {
        const peeked = await actions.peekMessages({ queueKey, limits, limit, now })
        return { kind: 'done', ...peeked } as const
      },
    ),
    /** Deletes messages by id, as clients of Cloudflare Queues do after a peek. */
    purge: createCall({ operation: 'consume', input: PurgeRequest }, async ({ queueKey, input }) => {
      const messageIds = input.refs.map(({ ref }) => ref)
      const { warnings } = await actions.removeMessages({ queueKey, messageIds })
      return { kind: 'done', warnings } as const
    }),
    /** Acknowledges messages, and returns others to the queue. */
    acknowledge: createCall(
      { operation: 'consume', input: AckRequest },
      async ({ queueKey, limits, now, input }) => {
        const acks = input.acks.map((ack) => ack.lease_id)
        const retries = input.retries.map(
          ({ lease_id: leaseId, delay_seconds: delaySeconds = 0, reason = null }) => ({
            leaseId,
            delaySeconds,
            reason,
          }),
        )
        const settled = await actions.settleMessages({ queueKey, limits, now, acks, retries })
        return { ...settled, kind: 'done' } as const
      },
    ),
  }
}

async function pull(
  deps: HttpDeps,
  opened: OpenedRequest & {
    request: FastifyRequest
    reply: FastifyReply
    input: z.output<typeof PullRequest>
  },
) {
  const { request, reply, input, queueKey, accountKey, keyExpiresAt, confirmed, limits } = opened
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
      const reopened = await openRequestedQueue(deps, request, 'pull')
      return reopened.kind === 'refused' ? reopened.refusal : null
    },
  })
  if (pulled.kind === 'full') {
    return refused({ code: 'pull_limit', retryAfterSeconds: pulled.retryAfterSeconds })
  }
  if (pulled.kind === 'refused') return pulled
  return { kind: 'done', messages: pulled.messages, backlog: pulled.backlog } as const
}

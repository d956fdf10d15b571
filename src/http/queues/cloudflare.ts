import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MessageView } from '../../actions/queues/message-view.ts'
import type { HandedMessage } from '../../actions/queues/pull-messages.ts'
import { MAX_QUEUE_BODY_BYTES, MAX_QUEUE_CALL_BYTES } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { keyedRefusalAnswer } from '../kernel/bearer.ts'
import { type Handler, registerRoute } from '../kernel/register-route.ts'
import { JSON_HEADERS, send } from '../kernel/respond.ts'
import { answeringIn, createQueueApi } from './queue-api.ts'

const QUEUE = '/client/v4/accounts/:account/queues/:id'

/**
 * The same calls as `/q/{queue_id}/messages…` as clients of Cloudflare Queues know them: their addresses, under any account,
 * and their envelope. What a pull answers is as their pull consumers read it (developers.cloudflare.com/queues, "Pull
 * consumers"): a JSON body in base64, a text as it is.
 */
export function cloudflareRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { base } = deps
  const calls = createQueueApi(deps)

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const answer = keyedRefusalAnswer(request, refusal, { base, html: false })
    const { code, message, hint } = Object(JSON.parse(answer.body))
    const errors = [{ code: answer.status, message: `${code}: ${message} ${hint}` }]
    const body = JSON.stringify({ success: false, errors, messages: [], result: null })
    return send(reply, { ...answer, body })
  }

  const answering = answeringIn({ refuse, tell: succeed })
  const published = (reply: FastifyReply, done: { messageIds: string[]; replayed: boolean }) => {
    if (done.replayed) reply.header('idempotent-replayed', 'true')
    return succeed(reply, { message_ids: done.messageIds })
  }
  const handed = (reply: FastifyReply, done: Handed) => succeed(reply, handedBody(done))

  const ack = answering(calls.ack, (reply, { acked: ackCount, retried: retryCount, warnings }) =>
    succeed(reply, { ackCount, retryCount, warnings }),
  )
  const purge = answering(calls.remove, (reply, { warnings }) => succeed(reply, { errors: [], warnings }))

  const addresses: [string, Handler, bodyLimit: number][] = [
    ['/messages', answering(calls.publishOne, published), MAX_QUEUE_BODY_BYTES],
    ['/messages/batch', answering(calls.publishBatch, published), MAX_QUEUE_BODY_BYTES],
    ['/messages/pull', answering(calls.pull, handed), MAX_QUEUE_CALL_BYTES],
    ['/messages/ack', ack, MAX_QUEUE_CALL_BYTES],
    ['/messages/peek', answering(calls.peek, handed), MAX_QUEUE_CALL_BYTES],
    ['/messages/purge', purge, MAX_QUEUE_CALL_BYTES],
  ]
  for (const [path, handler, bodyLimit] of addresses) {
    registerRoute(server, { url: QUEUE + path, bodyLimit, handlers: { POST: handler } })
  }
}

function succeed(reply: FastifyReply, result: object): FastifyReply {
  const body = JSON.stringify({ success: true, errors: [], messages: [], result })
  return send(reply, { status: 200, headers: JSON_HEADERS, body })
}

type Handed = { messages: readonly (MessageView | HandedMessage)[]; backlog: number }

function handedBody(handed: Handed) {
  return { messages: handed.messages.map(messageBody), message_backlog_count: handed.backlog }
}

function messageBody(message: MessageView | HandedMessage) {
  const { id, type, text } = message
  return {
    id,
    body: type === 'text' ? JSON.parse(text) : Buffer.from(text).toString('base64'),
    timestamp_ms: message.publishedAt.getTime(),
    attempts: message.deliveries,
    metadata: { 'CF-Content-Type': type },
    ...('leaseId' in message ? { lease_id: message.leaseId } : { ref: id }),
  }
}

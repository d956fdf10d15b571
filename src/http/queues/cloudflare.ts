import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MessageView } from '../../actions/queues/message-view.ts'
import type { LeasedMessageView } from '../../actions/queues/pull-messages.ts'
import { MAX_QUEUE_BODY_BYTES, MAX_QUEUE_CALL_BYTES } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { keyedRefusalAnswer } from '../kernel/bearer.ts'
import { type Handler, registerRoute } from '../kernel/register-route.ts'
import { JSON_HEADERS, send } from '../kernel/respond.ts'
import { createHandlerFactory, createQueueApi } from './queue-api.ts'
import { checkKeyBeforeBody } from './queue-request.ts'

const QUEUE = '/client/v4/accounts/:account/queues/:id'

/**
 * Registers the operations of `/q/{queue_id}/messages…` as clients of Cloudflare Queues expect them: their addresses, under
 * any account, and their envelope. Pulled messages have the shape that pull consumers read
 * (developers.cloudflare.com/queues, "Pull consumers"): a JSON body in base64, a text as it is.
 */
export function registerCloudflareQueue(server: FastifyInstance, deps: HttpDeps): void {
  const api = createQueueApi(deps)
  const handle = createHandlerFactory({
    sendRefusal: (request, reply, refusal) => sendErrors(request, reply, { refusal, base: deps.base }),
    sendDryRun: succeed,
  })
  const refuseEarly = (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = checkKeyBeforeBody(request, deps)
    if (refusal) sendErrors(request, reply, { refusal, base: deps.base })
    return refusal !== null
  }
  const sendMessages = (reply: FastifyReply, pulled: Pulled) => succeed(reply, pulledBody(pulled))
  const acknowledge = handle(api.acknowledge, (reply, { acked: ackCount, retried: retryCount, warnings }) =>
    succeed(reply, { ackCount, retryCount, warnings }),
  )
  const purge = handle(api.purge, (reply, { warnings }) => succeed(reply, { errors: [], warnings }))

  const addresses: [string, Handler, bodyLimit: number][] = [
    ['/messages', handle(api.publishOne, sendPublished), MAX_QUEUE_BODY_BYTES],
    ['/messages/batch', handle(api.publishBatch, sendPublished), MAX_QUEUE_BODY_BYTES],
    ['/messages/pull', handle(api.pull, sendMessages), MAX_QUEUE_CALL_BYTES],
    ['/messages/ack', acknowledge, MAX_QUEUE_CALL_BYTES],
    ['/messages/peek', handle(api.peek, sendMessages), MAX_QUEUE_CALL_BYTES],
    ['/messages/purge', purge, MAX_QUEUE_CALL_BYTES],
  ]
  for (const [path, handler, bodyLimit] of addresses) {
    registerRoute(server, { url: QUEUE + path, bodyLimit, refuseEarly, handlers: { POST: handler } })
  }
}

function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  { refusal, base }: { refusal: Refusal; base: string },
): FastifyReply {
  const answer = keyedRefusalAnswer(request, refusal, { base, html: false })
  const { code, message, hint } = Object(JSON.parse(String(answer.body)))
  const errors = [{ code: answer.status, message: `${code}: ${message} ${hint}` }]
  const body = JSON.stringify({ success: false, errors, messages: [], result: null })
  return send(reply, { ...answer, body })
}

function sendPublished(
  reply: FastifyReply,
  { messageIds, replayed }: { messageIds: string[]; replayed: boolean },
): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return succeed(reply, { message_ids: messageIds })
}

function succeed(reply: FastifyReply, result: object): FastifyReply {
  const body = JSON.stringify({ success: true, errors: [], messages: [], result })
  return send(reply, { status: 200, headers: JSON_HEADERS, body })
}

type Pulled = { messages: readonly (MessageView | LeasedMessageView)[]; backlog: number }

function pulledBody(pulled: Pulled) {
  return { messages: pulled.messages.map(messageBody), message_backlog_count: pulled.backlog }
}

function messageBody(message: MessageView | LeasedMessageView) {
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

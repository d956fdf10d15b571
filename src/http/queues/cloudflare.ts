import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MessageView } from '../../actions/queues/message-view.ts'
import type { LeasedMessageView } from '../../actions/queues/pull-messages.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { keyedRefusalAnswer } from '../kernel/bearer.ts'
import { JSON_HEADERS, send } from '../kernel/respond.ts'
import { createQueueCalls } from './queue-calls.ts'
import { createRegisterCall } from './register-call.ts'

const MESSAGES = '/client/v4/accounts/:account/queues/:id/messages'

/**
 * Registers the operations of `/q/{queue_id}/messages…` as clients of Cloudflare Queues expect them: their addresses, under
 * any account, and their envelope. Pulled messages have the shape that pull consumers read
 * (developers.cloudflare.com/queues, "Pull consumers"): a JSON body in base64, a text as it is.
 */
export function registerCloudflareQueue(server: FastifyInstance, deps: HttpDeps): void {
  const calls = createQueueCalls(deps)
  const register = createRegisterCall(server, deps, {
    sendRefusal: (request, reply, refusal) => sendErrors(request, reply, { refusal, base: deps.base }),
    sendDryRun: succeed,
  })
  const sendPublished = (reply: FastifyReply, { messageIds }: { messageIds: string[] }) =>
    succeed(reply, { message_ids: messageIds })
  const sendMessages = (reply: FastifyReply, pulled: Pulled) => succeed(reply, pulledBody(pulled))

  register({ url: MESSAGES, call: calls.publishOne, send: sendPublished })
  register({ url: `${MESSAGES}/batch`, call: calls.publishBatch, send: sendPublished })
  register({ url: `${MESSAGES}/pull`, call: calls.pull, send: sendMessages })
  register({ url: `${MESSAGES}/peek`, call: calls.peek, send: sendMessages })
  register({
    url: `${MESSAGES}/ack`,
    call: calls.acknowledge,
    send: (reply, { acked: ackCount, retried: retryCount, warnings }) =>
      succeed(reply, { ackCount, retryCount, warnings }),
  })
  register({
    url: `${MESSAGES}/purge`,
    call: calls.purge,
    send: (reply, { warnings }) => succeed(reply, { errors: [], warnings }),
  })
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

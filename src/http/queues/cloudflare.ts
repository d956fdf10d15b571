import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HandedMessage, MessageView } from '../../actions/pull-messages.ts'
import { MAX_QUEUE_BODY_BYTES, MAX_QUEUE_CALL_BYTES } from '../../domain/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { JSON_HEADERS, refusalAnswer, send } from '../answers.ts'
import { challengeFor } from '../bearer.ts'
import { type Handler, offer } from '../offer.ts'
import type { HttpParts } from '../parts.ts'
import { openQueueCalls, type Published } from './calls.ts'

const QUEUE = '/client/v4/accounts/:account/queues/:id'

/**
 * The same calls as `/q/{queue_id}/messages…` as clients of Cloudflare Queues know them: their addresses, under any account,
 * and their envelope. What a pull answers is as their pull consumers read it (developers.cloudflare.com/queues, "Pull
 * consumers"): a JSON body in base64, a text as it is.
 */
export function cloudflareRoutes(server: FastifyInstance, parts: HttpParts): void {
  const { base } = parts
  const calls = openQueueCalls(parts)

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const answer = refusalAnswer(request, refusal, { base, html: false })
    const { code, message, hint } = Object(JSON.parse(answer.body))
    const errors = [{ code: answer.status, message: `${code}: ${message} ${hint}` }]
    const headers = { ...answer.headers, ...challengeFor(answer.status, refusal) }
    const body = JSON.stringify({ success: false, errors, messages: [], result: null })
    return send(reply, { status: answer.status, headers, body })
  }

  function publishing(publish: (request: FastifyRequest) => Promise<Published>): Handler {
    return async (request, reply) => {
      const answer = await publish(request)
      switch (answer.kind) {
        case 'refused':
          return refuse(request, reply, answer.refusal)
        case 'dry_run':
          return succeed(reply, answer.body)
        case 'published':
          if (answer.replayed) reply.header('idempotent-replayed', 'true')
          return succeed(reply, { message_ids: answer.messageIds })
      }
    }
  }

  const pull: Handler = async (request, reply) => {
    const answer = await calls.pull(request, reply)
    if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
    return succeed(reply, answer.kind === 'dry_run' ? answer.body : handedBody(answer))
  }

  const peek: Handler = async (request, reply) => {
    const answer = await calls.peek(request, reply)
    if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
    return succeed(reply, answer.kind === 'dry_run' ? answer.body : handedBody(answer))
  }

  const ack: Handler = async (request, reply) => {
    const answer = await calls.ack(request)
    if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
    if (answer.kind === 'dry_run') return succeed(reply, answer.body)
    const { acked: ackCount, retried: retryCount, warnings } = answer
    return succeed(reply, { ackCount, retryCount, warnings })
  }

  const purge: Handler = async (request, reply) => {
    const answer = await calls.remove(request)
    if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
    if (answer.kind === 'dry_run') return succeed(reply, answer.body)
    return succeed(reply, { errors: [], warnings: answer.warnings })
  }

  const addresses: [string, Handler, bodyLimit: number][] = [
    ['/messages', publishing(calls.publishOne), MAX_QUEUE_BODY_BYTES],
    ['/messages/batch', publishing(calls.publishBatch), MAX_QUEUE_BODY_BYTES],
    ['/messages/pull', pull, MAX_QUEUE_CALL_BYTES],
    ['/messages/ack', ack, MAX_QUEUE_CALL_BYTES],
    ['/messages/peek', peek, MAX_QUEUE_CALL_BYTES],
    ['/messages/purge', purge, MAX_QUEUE_CALL_BYTES],
  ]
  for (const [path, handler, bodyLimit] of addresses) {
    offer(server, parts, { url: QUEUE + path, bodyLimit, handlers: { POST: handler } })
  }
}

function succeed(reply: FastifyReply, result: object): FastifyReply {
  const body = JSON.stringify({ success: true, errors: [], messages: [], result })
  return send(reply, { status: 200, headers: JSON_HEADERS, body })
}

function handedBody(handed: { messages: readonly (MessageView | HandedMessage)[]; backlog: number }) {
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { MAX_MESSAGES, MAX_QUEUE_BODY_BYTES, MAX_QUEUE_CALL_BYTES } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { statusBody } from '../endpoints/status-body.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { type Handler, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { isDryRun, pathParameter } from '../kernel/request.ts'
import { JSON_HEADERS, send } from '../kernel/respond.ts'
import { queryOf } from '../schema/read-input.ts'
import { messagesJson } from './message-shape.ts'
import * as operations from './operations.ts'
import { answeringIn, createQueueApi, TOO_MANY_LOOK, WOULD_SUCCEED } from './queue-api.ts'

/** `/q/{queue_id}`: publishing, pulling, acknowledging, and what is dead. Programs only: no page of another site may read it. */
export function queueRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, base, clock } = deps
  const calls = createQueueApi(deps)

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const responseFormat = { base, html: false, dryRun: isDryRun(request) }
    return send(reply, keyedRefusalAnswer(request, refusal, responseFormat))
  }

  const answering = answeringIn({ refuse, tell: (reply, body) => reply.send(body) })
  const published =
    (bodyOf: (messageIds: readonly string[]) => object) =>
    (reply: FastifyReply, { messageIds, replayed }: { messageIds: readonly string[]; replayed: boolean }) => {
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send({ ok: true, ...bodyOf(messageIds) })
    }
  const ack = answering(calls.ack, (reply, { acked, retried, warnings }) =>
    reply.send({ ackCount: acked, retryCount: retried, warnings }),
  )

  const listDead: Handler = async (request, reply) => {
    const opened = await calls.open(request, 'read')
    if (opened.kind === 'refused') return refuse(request, reply, opened.refusal)
    if (!calls.limitConcurrentReads(opened.queueKey, reply))
      return refuse(request, reply, TOO_MANY_LOOK.refusal)
    const { cursor } = queryOf(request)
    const listed = await actions.listDeadMessages({
      queueKey: opened.queueKey,
      limit: MAX_MESSAGES,
      cursor: typeof cursor === 'object' ? '' : cursor,
    })
    if (listed.kind === 'refused') return refuse(request, reply, listed.refusal)
    const next = JSON.stringify(listed.next)
    const body = `{"data":${messagesJson(listed.messages)},"next_cursor":${next}}`
    return send(reply, { status: 200, headers: JSON_HEADERS, body })
  }

  const deleteDead: Handler = async (request, reply) => {
    const opened = await calls.open(request, 'consume')
    if (opened.kind === 'refused') return refuse(request, reply, opened.refusal)
    if (isDryRun(request)) return reply.send(WOULD_SUCCEED.body)
    return reply.send({ deleted: await actions.deleteDeadMessages(opened.queueKey) })
  }

  const replay: Handler = async (request, reply) => {
    const opened = await calls.open(request, 'consume')
    if (opened.kind === 'refused') return refuse(request, reply, opened.refusal)
    const messageId = pathParameter(request, 'message')
    if (isDryRun(request)) return reply.send(WOULD_SUCCEED.body)
    const { queueKey } = opened
    const replayed = await actions.replayMessage({ queueKey, messageId })
    if (!replayed) return refuse(request, reply, { code: 'message_not_found' })
    return reply.send({ ok: true, message_id: messageId })
  }

  const status: Handler = async (request, reply) => {
    const queueId = pathParameter(request, 'id')
    const found = isEndpointId('queue', queueId) ? await actions.probeStatus(queueId, clock.now()) : null
    const named = { queue_id: queueId, queue_url: `${base}/q/${queueId}` }
    const body = statusBody(request, named, found)
    reply.code(found ? 200 : 404)
    if (!found || parseBearer(request) === null) return reply.send(body)
    const opened = await calls.open(request, 'look')
    if (opened.kind === 'refused') {
      const { refusal } = opened
      // Of what is not theirs they hear what they would hear of nothing.
      if (refusal.code === 'endpoint_not_found') return reply.code(404).send(statusBody(request, named, null))
      return refuse(request, reply, refusal)
    }
    const { backlog, dead } = await actions.countMessages(opened.queueKey, opened.now)
    return reply.send({ ...body, backlog_count: backlog, dead_count: dead })
  }

  const one = published((messageIds) => ({ message_id: messageIds[0] }))
  const all = published((messageIds) => ({ message_ids: messageIds }))
  const posts: readonly [path: string, operation: PublicOperation, handle: Handler, bodyLimit: number][] = [
    ['', operations.PUBLISH, answering(calls.publishWhole, one), MAX_QUEUE_BODY_BYTES],
    ['/messages', operations.PUBLISH_ONE, answering(calls.publishOne, one), MAX_QUEUE_BODY_BYTES],
    ['/messages/batch', operations.PUBLISH_BATCH, answering(calls.publishBatch, all), MAX_QUEUE_BODY_BYTES],
    ['/messages/pull', operations.PULL, answering(calls.pull, sendMessages), MAX_QUEUE_CALL_BYTES],
    ['/messages/ack', operations.ACKNOWLEDGE, ack, MAX_QUEUE_CALL_BYTES],
    ['/messages/peek', operations.PEEK, answering(calls.peek, sendMessages), MAX_QUEUE_CALL_BYTES],
  ]
  for (const [path, operation, handle, bodyLimit] of posts) {
    registerRoute(server, {
      url: `/q/:id${path}`,
      bodyLimit,
      handlers: { POST: { ...operation, handle } },
    })
  }
  registerRoute(server, {
    url: '/q/:id/dead',
    handlers: {
      GET: { ...operations.LIST_DEAD, handle: listDead },
      DELETE: { ...operations.DELETE_DEAD, handle: deleteDead },
    },
  })
  registerRoute(server, {
    url: '/q/:id/dead/:message/replay',
    handlers: { POST: { ...operations.REPLAY, handle: replay } },
  })
  registerRoute(server, {
    url: '/q/:id/status',
    handlers: { GET: { ...operations.queueStatus(base), handle: status } },
  })
}

function sendMessages(
  reply: FastifyReply,
  answer: { messages: Parameters<typeof messagesJson>[0]; backlog: number },
): FastifyReply {
  const body = `{"messages":${messagesJson(answer.messages)},"message_backlog_count":${answer.backlog}}`
  return send(reply, { status: 200, headers: JSON_HEADERS, body })
}

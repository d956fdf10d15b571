import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import { MAX_MESSAGES, MAX_QUEUE_BODY_BYTES, MAX_QUEUE_CALL_BYTES } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { createShowMarkdown } from '../endpoints/show-markdown.ts'
import { statusBody } from '../endpoints/status-body.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { type Handler, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { isDryRun, pathParameter } from '../kernel/request.ts'
import { JSON_HEADERS, send } from '../kernel/respond.ts'
import { acceptsMarkdown } from '../kernel/response-format.ts'
import { addVary } from '../kernel/vary.ts'
import { parseQuery } from '../schema/read-input.ts'
import { messagesJson } from './message-shape.ts'
import * as operations from './operations.ts'
import { createHandlerFactory, createQueueApi, type QueueApi, TOO_MANY_READS } from './queue-api.ts'
import { checkKeyBeforeBody, WOULD_SUCCEED } from './queue-request.ts'

type Context = {
  deps: HttpDeps
  api: QueueApi
  /** Refuses a request without a well-formed key before its body is read. */
  refuseEarly(request: FastifyRequest, reply: FastifyReply): boolean
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply
}

/**
 * Registers `/q/{queue_id}` and the addresses below it: publish, pull, acknowledge, dead messages. They are for programs:
 * there are no CORS headers, so that no page of another site can read them.
 */
export function registerQueue(server: FastifyInstance, deps: HttpDeps): void {
  const refuse: Context['refuse'] = (request, reply, refusal) => {
    const responseFormat = { base: deps.base, html: false, dryRun: isDryRun(request) }
    return send(reply, keyedRefusalAnswer(request, refusal, responseFormat))
  }
  const context: Context = {
    deps,
    api: createQueueApi(deps),
    refuse,
    refuseEarly(request, reply) {
      const refusal = checkKeyBeforeBody(request, deps)
      if (refusal) refuse(request, reply, refusal)
      return refusal !== null
    },
  }
  messageRoutes(server, context)
  deadMessageRoutes(server, context)
  registerRoute(server, {
    url: '/q/:id',
    handlers: { GET: { ...operations.describeQueue(deps.base), handle: createInfo(context) } },
  })
  registerRoute(server, {
    url: '/q/:id/status',
    handlers: { GET: { ...operations.queueStatus(deps.base), handle: createProbe(context) } },
  })
}

function messageRoutes(server: FastifyInstance, { api, refuse, refuseEarly }: Context): void {
  const handle = createHandlerFactory({ sendRefusal: refuse, sendDryRun: (reply, body) => reply.send(body) })
  const sendOne = (reply: FastifyReply, { messageIds, replayed }: Published) =>
    sendPublished(reply, { replayed, body: { ok: true, message_id: messageIds[0] } })
  const sendAll = (reply: FastifyReply, { messageIds, replayed }: Published) =>
    sendPublished(reply, { replayed, body: { ok: true, message_ids: messageIds } })
  const acknowledge = handle(api.acknowledge, (reply, { acked, retried, warnings }) =>
    reply.send({ ackCount: acked, retryCount: retried, warnings }),
  )
  const posts: readonly [path: string, operation: PublicOperation, handle: Handler, bodyLimit: number][] = [
    ['', operations.PUBLISH, handle(api.publishWhole, sendOne), MAX_QUEUE_BODY_BYTES],
    ['/messages', operations.PUBLISH_ONE, handle(api.publishOne, sendOne), MAX_QUEUE_BODY_BYTES],
    ['/messages/batch', operations.PUBLISH_BATCH, handle(api.publishBatch, sendAll), MAX_QUEUE_BODY_BYTES],
    ['/messages/pull', operations.PULL, handle(api.pull, sendMessages), MAX_QUEUE_CALL_BYTES],
    ['/messages/ack', operations.ACKNOWLEDGE, acknowledge, MAX_QUEUE_CALL_BYTES],
    ['/messages/peek', operations.PEEK, handle(api.peek, sendMessages), MAX_QUEUE_CALL_BYTES],
  ]
  for (const [path, operation, handler, bodyLimit] of posts) {
    registerRoute(server, {
      url: `/q/:id${path}`,
      bodyLimit,
      refuseEarly,
      handlers: { POST: { ...operation, handle: handler } },
    })
  }
}

function deadMessageRoutes(server: FastifyInstance, context: Context): void {
  registerRoute(server, {
    url: '/q/:id/dead',
    refuseEarly: context.refuseEarly,
    handlers: {
      GET: { ...operations.LIST_DEAD, handle: createDeadList(context) },
      DELETE: { ...operations.DELETE_DEAD, handle: createDeadDeletion(context) },
    },
  })
  registerRoute(server, {
    url: '/q/:id/dead/:message',
    refuseEarly: context.refuseEarly,
    handlers: { DELETE: { ...operations.DELETE_ONE_DEAD, handle: createOneDeletion(context) } },
  })
  registerRoute(server, {
    url: '/q/:id/dead/:message/replay',
    refuseEarly: context.refuseEarly,
    handlers: { POST: { ...operations.REPLAY, handle: createReplay(context) } },
  })
}

function createDeadList({ deps, api, refuse }: Context): Handler {
  return async (request, reply) => {
    const opened = await api.open(request, 'read')
    if (opened.kind === 'refused') return refuse(request, reply, opened.refusal)
    if (!api.beginRead(opened.queueKey, reply)) return refuse(request, reply, TOO_MANY_READS.refusal)
    const { cursor } = parseQuery(request)
    const listed = await deps.actions.listDeadMessages({
      queueKey: opened.queueKey,
      limit: MAX_MESSAGES,
      cursor: typeof cursor === 'object' ? '' : cursor,
    })
    if (listed.kind === 'refused') return refuse(request, reply, listed.refusal)
    const next = JSON.stringify(listed.next)
    const body = `{"data":${messagesJson(listed.messages)},"next_cursor":${next}}`
    return send(reply, { status: 200, headers: JSON_HEADERS, body })
  }
}

function createDeadDeletion({ deps, api, refuse }: Context): Handler {
  return async (request, reply) => {
    const opened = await api.open(request, 'consume')
    if (opened.kind === 'refused') return refuse(request, reply, opened.refusal)
    if (isDryRun(request)) return reply.send(WOULD_SUCCEED.body)
    return reply.send({ deleted: await deps.actions.deleteDeadMessages(opened.queueKey) })
  }
}

function createOneDeletion(context: Context): Handler {
  const { actions } = context.deps
  return createDeadMessageHandler(context, async (message) =>
    (await actions.deleteDeadMessage(message)) ? { deleted: 1 } : null,
  )
}

function createReplay(context: Context): Handler {
  const { actions } = context.deps
  return createDeadMessageHandler(context, async (message) =>
    (await actions.replayMessage(message)) ? { ok: true, message_id: message.messageId } : null,
  )
}

/** @param act returns the body of the response; null when the queue has no such dead message */
function createDeadMessageHandler(
  { api, refuse }: Context,
  act: (message: { queueKey: number; messageId: string }) => Promise<object | null>,
): Handler {
  return async (request, reply) => {
    const opened = await api.open(request, 'consume')
    if (opened.kind === 'refused') return refuse(request, reply, opened.refusal)
    if (isDryRun(request)) return reply.send(WOULD_SUCCEED.body)
    const messageId = pathParameter(request, 'message')
    const body = await act({ queueKey: opened.queueKey, messageId })
    return body === null ? refuse(request, reply, { code: 'message_not_found' }) : reply.send(body)
  }
}

function createInfo({ deps, refuse }: Context): Handler {
  const { actions, base, clock } = deps
  const showMarkdown = createShowMarkdown(deps, 'queue')
  return async (request, reply) => {
    if (acceptsMarkdown(request.headers.accept)) return showMarkdown(request, reply)
    addVary(reply.header('x-robots-tag', 'noindex'), 'Accept')
    const queueId = pathParameter(request, 'id')
    const found = isEndpointId('queue', queueId) ? await actions.probeStatus(queueId, clock.now()) : null
    if (found?.state === 'retired' || found?.state === 'expired') {
      return refuse(request, reply, { code: `endpoint_${found.state}` })
    }
    const body = statusBody(request, { queue_id: queueId, queue_url: `${base}/q/${queueId}` }, found)
    return reply.code(found ? 200 : 404).send(found ? { ...body, accepts: operations.QUEUE_ACCEPTS } : body)
  }
}

function createProbe({ deps, api, refuse }: Context): Handler {
  const { actions, base, clock } = deps
  return async (request, reply) => {
    const queueId = pathParameter(request, 'id')
    const found = isEndpointId('queue', queueId) ? await actions.probeStatus(queueId, clock.now()) : null
    const named = { queue_id: queueId, queue_url: `${base}/q/${queueId}` }
    const body = statusBody(request, named, found)
    reply.code(found ? 200 : 404)
    if (!found || parseBearer(request) === null) return reply.send(body)
    const early = checkKeyBeforeBody(request, deps)
    if (early) return refuse(request, reply, early)
    const opened = await api.open(request, 'look')
    if (opened.kind === 'refused') {
      const { refusal } = opened
      // A queue of somebody else answers as one that does not exist.
      if (refusal.code === 'endpoint_not_found') return reply.code(404).send(statusBody(request, named, null))
      return refuse(request, reply, refusal)
    }
    const { backlog, dead } = await actions.countMessages(opened.queueKey, opened.now)
    return reply.send({ ...body, backlog_count: backlog, dead_count: dead })
  }
}

type Published = { messageIds: readonly string[]; replayed: boolean }

function sendPublished(reply: FastifyReply, { replayed, body }: { replayed: boolean; body: object }) {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(201).send(body)
}

function sendMessages(
  reply: FastifyReply,
  { messages, backlog }: { messages: Parameters<typeof messagesJson>[0]; backlog: number },
): FastifyReply {
  const body = `{"messages":${messagesJson(messages)},"message_backlog_count":${backlog}}`
  return send(reply, { status: 200, headers: JSON_HEADERS, body })
}

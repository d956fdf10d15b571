import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ACCOUNT_SCOPES } from '../../actions/queues/queue-access.ts'
import { MAX_MESSAGES, MAX_WAIT_SECONDS } from '../../domain/queues/queue.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { createDescribe, findFacts, unknownBody } from '../endpoints/facts.ts'
import { infoOperation, statusOperation } from '../endpoints/facts-operations.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { type Handler, registerRoute } from '../kernel/register-route.ts'
import { isDryRun, pathParameter } from '../kernel/request.ts'
import { JSON_HEADERS, send } from '../kernel/respond.ts'
import { EXAMPLE_LEASE_ID, EXAMPLE_MESSAGE, queueExamples } from '../schema/queue-examples.ts'
import { parseQuery } from '../schema/read-input.ts'
import { QueueInfo, QueueStatus } from '../schema/schemas.ts'
import { PAGING } from '../schema/shapes.ts'
import { type DescribedCall, describeCall } from './call-operation.ts'
import { createDeadCalls } from './dead-messages.ts'
import * as shapes from './message-shape.ts'
import { createQueueCalls } from './queue-calls.ts'
import { checkKeyBeforeBody, openRequestedQueue, type QueueCall } from './queue-request.ts'
import { createRegisterCall } from './register-call.ts'

/** Media types of a message. */
const ACCEPTS = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** A call with its description, and the JSON of its answer. */
type Route<Done> = DescribedCall & { call: QueueCall<Done>; toJson(done: Done): string }
type Register = <Done>(route: Route<Done>) => void
type Refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => FastifyReply

/**
 * Registers `/q/{queue_id}` and the addresses below it: publish, pull, acknowledge, dead messages. They are for programs:
 * there are no CORS headers, so that no page of another site can read them.
 */
export function registerQueue(server: FastifyInstance, deps: HttpDeps): void {
  const refuse: Refuse = (request, reply, refusal) => {
    const responseFormat = { base: deps.base, html: false, dryRun: isDryRun(request) }
    return send(reply, keyedRefusalAnswer(request, refusal, responseFormat))
  }
  const registerCall = createRegisterCall(server, deps, {
    sendRefusal: refuse,
    sendDryRun: (reply, body) => reply.send(body),
  })
  const register: Register = ({ toJson, ...described }) => {
    const { method = 'POST', path, call } = described
    const status = call.operation === 'publish' ? 201 : 200
    registerCall({
      method,
      url: `/q/:id${path}`,
      call,
      operation: describeCall(described),
      send: (reply, done) => send(reply, { status, headers: JSON_HEADERS, body: toJson(done) }),
    })
  }
  const calls = createQueueCalls(deps)
  registerPublishing(register, calls)
  registerConsuming(register, calls)
  registerDead(register, deps, calls)
  const info = infoOperation(deps.base, 'queue', {
    operationId: 'describeQueue',
    summary: 'Describe how to publish to this queue.',
    description: 'Markdown for clients that name it in Accept, JSON for all others. It needs no key.',
    schema: QueueInfo,
    accepts: ACCEPTS,
  })
  const status = statusOperation(deps.base, 'queue', {
    operationId: 'probeQueue',
    summary: 'The claim-status probe; with a key also the number of messages.',
    security: [{}, { queueKey: [] }, { key: ACCOUNT_SCOPES.look }],
    schema: QueueStatus,
    found: 'The public facts of the queue, and its counts for a key.',
    missing: 'No such queue, or not the queue of this key.',
  })
  const describe = createDescribe(deps, { kind: 'queue', accepts: ACCEPTS })
  registerRoute(server, { url: '/q/:id', handlers: { GET: { ...info, handle: describe } } })
  const probe = createProbe(deps, refuse)
  registerRoute(server, { url: '/q/:id/status', handlers: { GET: { ...status, handle: probe } } })
}

type Calls = ReturnType<typeof createQueueCalls>

function registerPublishing(register: Register, calls: Calls): void {
  const one = {
    answer: { schema: shapes.Published, example: queueExamples.published },
    toJson: ({ messageIds }: { messageIds: readonly string[] }) =>
      JSON.stringify({ ok: true, message_id: messageIds[0] }),
  }
  register({
    ...one,
    path: '',
    call: calls.publishWhole,
    operationId: 'publish',
    summary: 'Publish: the body is the message.',
    body: {
      'application/json': { schema: {}, example: EXAMPLE_MESSAGE },
      'text/plain': { schema: { type: 'string' } },
      'application/x-www-form-urlencoded': { schema: { type: 'object' } },
      'multipart/form-data': { schema: { type: 'object' } },
    },
  })
  register({
    ...one,
    path: '/messages',
    call: calls.publishOne,
    operationId: 'publishMessage',
    summary: 'Publish one message, now or after a delay.',
    example: { body: EXAMPLE_MESSAGE, delay_seconds: 60 },
  })
  register({
    path: '/messages/batch',
    call: calls.publishBatch,
    operationId: 'publishBatch',
    summary: `Publish up to ${MAX_MESSAGES} messages: all of them or none.`,
    example: { messages: [{ body: EXAMPLE_MESSAGE }] },
    answer: { schema: shapes.PublishedBatch, example: queueExamples.publishedBatch },
    toJson: ({ messageIds }) => JSON.stringify({ ok: true, message_ids: messageIds }),
  })
}

function registerConsuming(register: Register, calls: Calls): void {
  register({
    path: '/messages/pull',
    call: calls.pull,
    operationId: 'pullMessages',
    summary: 'Pull messages, and hide them from all other consumers for a while.',
    description: `Oldest first. With wait_seconds (up to ${MAX_WAIT_SECONDS}) the response is sent as soon as there is a message.`,
    example: { batch_size: 10, wait_seconds: 20 },
    answer: { schema: shapes.PulledMessages, example: queueExamples.pulled },
    refuses: ['queue_pushing', 'pull_limit', 'call_rate'],
    toJson: toMessagesJson,
  })
  register({
    path: '/messages/ack',
    call: calls.acknowledge,
    operationId: 'acknowledgeMessages',
    summary: 'Delete processed messages, and return others for another attempt.',
    example: { acks: [{ lease_id: EXAMPLE_LEASE_ID }] },
    answer: { schema: shapes.Acknowledged, example: queueExamples.acknowledged },
    toJson: ({ acked, retried, warnings }) =>
      JSON.stringify({ ackCount: acked, retryCount: retried, warnings }),
  })
  register({
    path: '/messages/peek',
    call: calls.peek,
    operationId: 'peekMessages',
    summary: 'Show the oldest messages that a pull would deliver.',
    example: { batch_size: 5 },
    answer: { schema: shapes.PeekedMessages, example: queueExamples.peeked },
    toJson: toMessagesJson,
  })
}

function registerDead(register: Register, deps: HttpDeps, { createCall }: Calls): void {
  for (const { operationId, act, ...described } of createDeadCalls(deps)) {
    if (operationId === null) continue
    const isRead = described.method === 'GET'
    const operation = isRead ? 'read' : 'consume'
    register({
      ...described,
      ...(isRead ? { query: z.object({ cursor: PAGING.cursor }) } : {}),
      operationId,
      call: createCall({ operation, input: null }, ({ queueKey, request }) => {
        const { cursor } = parseQuery(request)
        return act({
          queueKey,
          messageId: pathParameter(request, 'message'),
          limit: MAX_MESSAGES,
          cursor: typeof cursor === 'object' ? '' : cursor,
        })
      }),
      toJson: ({ json }) => json,
    })
  }
}

/** Shows the status of a queue, and for a key also the number of its messages. */
function createProbe(deps: HttpDeps, refuse: Refuse): Handler {
  return async (request, reply) => {
    const { status, body } = await findFacts(deps, request, 'queue')
    reply.code(status ? 200 : 404)
    if (!status || parseBearer(request) === null) return reply.send(body)
    const early = checkKeyBeforeBody(request, deps)
    if (early) return refuse(request, reply, early)
    const opened = await openRequestedQueue(deps, request, 'look')
    if (opened.kind === 'refused') {
      const { refusal } = opened
      // A queue of somebody else answers as one that does not exist.
      if (refusal.code === 'endpoint_not_found') return reply.code(404).send(unknownBody(request))
      return refuse(request, reply, refusal)
    }
    const { backlog, dead } = await deps.actions.countMessages(opened.queueKey, opened.now)
    return reply.send({ ...body, backlog_count: backlog, dead_count: dead })
  }
}

function toMessagesJson(pulled: {
  messages: Parameters<typeof shapes.messagesJson>[0]
  backlog: number
}): string {
  return `{"messages":${shapes.messagesJson(pulled.messages)},"message_backlog_count":${pulled.backlog}}`
}

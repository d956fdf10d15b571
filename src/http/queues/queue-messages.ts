import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import {
  DEFAULT_PULL_SIZE,
  MAX_MESSAGES,
  MAX_QUEUE_BODY_BYTES,
  toQueueLimits,
} from '../../domain/queues/queue.ts'
import { type Refusal, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, written } from '../kernel/api-route.ts'
import { findMember } from '../kernel/body/json-text.ts'
import { createUnmeteredRate, MAX_UNMETERED_PER_HOUR } from '../limits/unmetered-rate.ts'
import { named } from '../schema/named-schemas.ts'
import { EXAMPLE_MESSAGE, queueExamples } from '../schema/queue-examples.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, queryInteger } from '../schema/shapes.ts'
import { MessageRequest } from './inputs.ts'
import { readJsonCall, toMessageContent } from './message-body.ts'
import { Message, messagesJson, Published } from './message-shape.ts'

export const PLACE = '/queues/:id'
export const UNKNOWN: Refusal = { code: 'endpoint_not_found' }
/** Hours for which rates are kept. */
const MAX_HOURS = 48
const DEFAULT_HOURS = 24

const Waiting = named(
  'WaitingMessages',
  z.object({ data: z.array(Message).describe('Oldest first.'), backlog_count: z.int() }),
)
const Rates = named(
  'QueueRates',
  z.object({
    data: z
      .array(
        z.object({
          hour: instant,
          published: z.int(),
          acknowledged: z.int(),
          redelivered: z.int().describe('Deliveries after the first one of a message.'),
          dead: z.int().describe('Messages that became dead letters.'),
        }),
      )
      .describe('One entry per hour (UTC), oldest first; the last one is the current hour.'),
  }),
)

const COMMON = { tag: 'queues', fresh: false, query: NOTHING, body: NOTHING } as const
export const READS = { ...COMMON, method: 'GET', needs: 'read' } as const
export const WRITES = { ...COMMON, needs: 'write' } as const
const [EXAMPLE] = queueExamples.dead.data

/** Routes that publish to owned queues and show what waits in them. Only consumers, with a key, pull and acknowledge. */
export function queueMessageRoutes(deps: HttpDeps): ApiRoute[] {
  return [...publishRoutes(deps), testRoute(deps), ...waitingRoutes(deps)]
}

/** Finds the key of the caller's queue with this id; null when there is none. */
export async function findQueueKey(
  { actions }: Pick<HttpDeps, 'actions'>,
  { caller, endpointId, now }: { caller: Caller; endpointId: string; now: Date },
): Promise<number | null> {
  const owned = await actions.getOwnedEndpoint(caller, { kind: 'queue', endpointId, now })
  return owned?.key ?? null
}

/** Route that publishes a message. */
function publishRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...WRITES,
      method: 'POST',
      path: `${PLACE}/messages`,
      operationId: 'publishToOwnedQueue',
      summary: 'Publish one message; it counts against the quota.',
      body: MessageRequest,
      bodyExample: { body: EXAMPLE_MESSAGE },
      maxBodyBytes: MAX_QUEUE_BODY_BYTES,
      answer: {
        status: 201,
        description: 'The message is in the queue.',
        schema: Published,
        example: queueExamples.published,
      },
      refuses: [
        'message_invalid',
        'message_too_large',
        'payload_too_large',
        'endpoint_retired',
        'endpoint_suspended',
        'monthly_quota',
        'disk_full',
        'bodies_limit',
      ],
      async handle({ caller, params, body, request, now }) {
        const queueId = params.id ?? ''
        if ((await findQueueKey(deps, { caller, endpointId: queueId, now })) === null) return refused(UNKNOWN)
        const call = readJsonCall(request)
        if (call.kind === 'refused') return call
        const sent = { text: findMember(call.text, 'body'), type: body.content_type }
        const read = toMessageContent(sent, 'body')
        if (read.kind === 'refused') return read
        const message = { ...read.content, delaySeconds: body.delay_seconds ?? 0 }
        const answer = await actions.publishMessages({
          queueId,
          messages: [message],
          idempotencyKey: null,
          share: null,
          now,
        })
        if (answer.kind === 'refused') return refused(answer.refusal)
        return answered({ ok: true, message_id: answer.messageIds[0] ?? '' })
      },
    }),
  ]
}

/** Route that sends a test message. */
function testRoute({ actions }: HttpDeps): ApiRoute {
  const countTest = createUnmeteredRate('test messages')
  return apiRoute({
    ...WRITES,
    method: 'POST',
    path: `${PLACE}/test`,
    operationId: 'sendTestMessage',
    summary: 'Send a test message.',
    description: `Consumers receive it like any other, with "test": true, and it waits and dies like any other, but it uses no quota and counts in no total or rate. An account sends at most ${MAX_UNMETERED_PER_HOUR} an hour.`,
    answer: {
      status: 201,
      description: 'The message is in the queue.',
      schema: Published,
      example: queueExamples.published,
    },
    refuses: ['endpoint_retired', 'endpoint_suspended', 'submit_rate', 'disk_full'],
    async handle({ caller, params, now }) {
      const rate = countTest(caller, now)
      if (rate) return refused(rate)
      const sent = await actions.sendTestMessage(caller, { endpointId: params.id ?? '', now })
      return sent.kind === 'refused'
        ? refused(sent.refusal)
        : answered({ ok: true, message_id: sent.messageId })
    },
  })
}

/** Routes that show the waiting messages and the rates. */
function waitingRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      ...READS,
      path: `${PLACE}/messages`,
      operationId: 'peekOwnedQueue',
      summary: 'Show the oldest messages that a pull would deliver now.',
      query: z.strictObject({ limit: queryInteger({ max: MAX_MESSAGES, usual: DEFAULT_PULL_SIZE }) }),
      answer: {
        status: 200,
        description: 'The messages; none of them is leased.',
        schema: Waiting,
        example: { data: [{ ...EXAMPLE, attempts: 0 }], backlog_count: 1 },
      },
      async handle({ caller, params, query, now }) {
        const endpointId = params.id ?? ''
        const queue = await actions.getOwnedEndpoint(caller, { kind: 'queue', endpointId, now })
        if (!queue) return refused(UNKNOWN)
        const limits = toQueueLimits(queue.endpoint.settings.queueLimits)
        const { messages, backlog } = await actions.peekMessages({
          queueKey: queue.key,
          limits,
          limit: query.limit,
          now,
        })
        return written(`{"data":${messagesJson(messages)},"backlog_count":${backlog}}`)
      },
    }),
    apiRoute({
      ...READS,
      path: `${PLACE}/rates`,
      operationId: 'showQueueRates',
      summary: 'Count published and acknowledged messages per hour.',
      query: z.strictObject({ hours: queryInteger({ max: MAX_HOURS, usual: DEFAULT_HOURS }) }),
      answer: {
        status: 200,
        description: 'The counts.',
        schema: Rates,
        example: {
          data: [
            {
              hour: '2026-11-20T10:00:00.000Z',
              published: 12,
              acknowledged: 10,
              redelivered: 1,
              dead: 0,
            },
          ],
        },
      },
      async handle({ caller, params, query, now }) {
        const queueKey = await findQueueKey(deps, { caller, endpointId: params.id ?? '', now })
        if (queueKey === null) return refused(UNKNOWN)
        const rates = await actions.loadQueueRates({ queueKey, hours: query.hours, now })
        const data = rates.map(({ hour, published, acked, redelivered, died }) => ({
          hour: hour.toISOString(),
          published,
          acknowledged: acked,
          redelivered,
          dead: died,
        }))
        return answered({ data })
      },
    }),
  ]
}

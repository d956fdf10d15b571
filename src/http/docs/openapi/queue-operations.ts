import type { z } from 'zod'
import {
  MAX_DELIVERIES,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGES,
  MAX_WAIT_SECONDS,
} from '../../../domain/queues/queue.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import type { HttpDeps } from '../../deps.ts'
import type { PathItem } from '../../pages/docs/openapi-shape.ts'
import { AckRequest, BatchRequest, MessageRequest, PeekRequest, PullRequest } from '../../queues/inputs.ts'
import * as shapes from '../../queues/message-shape.ts'
import { referenceTo } from '../../schema/named-schemas.ts'
import { EXAMPLE_LEASE_ID, EXAMPLE_MESSAGE, queueExamples } from '../../schema/queue-examples.ts'
import { type Answer, type NamedOperation, operation, refusals } from './answers.ts'
import { type HeaderName, headers } from './components.ts'
import { DRY_RUN, IDEMPOTENCY_KEY, QUEUE_ID } from './parameters.ts'
import { QUEUE_KEY, QUEUE_TAG_NAME, queueCreation, queueStatus } from './queue-endpoint-operations.ts'

export const QUEUE_TAG = {
  name: QUEUE_TAG_NAME,
  description:
    `Messages, handed out at least once. A message may have ${MAX_MESSAGE_BYTES / 1024} KiB, is handed out at most ` +
    `${MAX_DELIVERIES} times, and is dead then. The SDK of Cloudflare works against {base}/client/v4 with a key of the ` +
    'queue as its token and any account id.',
}
const KEY: Pick<NamedOperation, 'security' | 'tags'> = { security: QUEUE_KEY, tags: [QUEUE_TAG_NAME] }
const AT_THE_DOOR: RefusalCode[] = ['key_missing', 'key_invalid', 'scope_missing', 'endpoint_not_found']
const OF_CALLS: RefusalCode[] = ['message_invalid', 'body_unparsable', 'unsupported_media_type']
const OF_PUBLISHING: RefusalCode[] = [
  'message_invalid',
  'body_unparsable',
  'idempotency_key_invalid',
  ...AT_THE_DOOR,
  'idempotency_in_progress',
  'endpoint_expired',
  'endpoint_retired',
  'message_too_large',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'queue_frozen',
  'monthly_quota',
  'disk_full',
  'store_unavailable',
]

/** `/q/…`: queues for programs. */
export function queueOperations(deps: Pick<HttpDeps, 'base'>): Record<string, PathItem> {
  return {
    '/q/new': { post: queueCreation(deps) },
    '/q/{id}': { post: publishWhole() },
    '/q/{id}/messages': {
      post: publishing({
        operationId: 'publishMessage',
        summary: 'Publish one message, now or after a delay.',
        request: { schema: MessageRequest, example: { body: EXAMPLE_MESSAGE, delay_seconds: 60 } },
        answer: { schema: shapes.Published, example: queueExamples.published },
      }),
    },
    '/q/{id}/messages/batch': {
      post: publishing({
        operationId: 'publishBatch',
        summary: `Publish up to ${MAX_MESSAGES} messages: all of them or none.`,
        request: { schema: BatchRequest, example: { messages: [{ body: EXAMPLE_MESSAGE }] } },
        answer: { schema: shapes.PublishedBatch, example: queueExamples.publishedBatch },
      }),
    },
    '/q/{id}/messages/pull': {
      post: call({
        operationId: 'pullMessages',
        summary: 'Get messages, and keep them from all others for a while.',
        description: `Oldest first. With wait_seconds (up to ${MAX_WAIT_SECONDS}) it is answered as soon as there is one.`,
        request: { schema: PullRequest, example: { batch_size: 10, wait_seconds: 20 } },
        answer: { schema: shapes.PulledMessages, example: queueExamples.pulled },
        refuses: ['pull_limit'],
      }),
    },
    '/q/{id}/messages/ack': {
      post: call({
        operationId: 'acknowledgeMessages',
        summary: 'Delete what was worked off, and give back what is to be tried again.',
        request: { schema: AckRequest, example: { acks: [{ lease_id: EXAMPLE_LEASE_ID }] } },
        answer: { schema: shapes.Acknowledged, example: queueExamples.acknowledged },
      }),
    },
    '/q/{id}/messages/peek': {
      post: call({
        operationId: 'peekMessages',
        summary: 'See the oldest messages that a pull would hand out.',
        request: { schema: PeekRequest, example: { batch_size: 5 } },
        answer: { schema: shapes.PeekedMessages, example: queueExamples.peeked },
        refuses: ['pull_limit'],
      }),
    },
    '/q/{id}/dead': {
      get: operation({
        ...KEY,
        operationId: 'listDeadMessages',
        summary: 'Messages that were handed out too often, newest first.',
        parameters: [QUEUE_ID, { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } }],
        responses: {
          200: answer('A page of them.', { schema: shapes.DeadMessages, example: queueExamples.dead }),
          ...refusals(['value_invalid', ...AT_THE_DOOR, 'pull_limit'], { as: 'json' }),
        },
      }),
      delete: dead({
        operationId: 'deleteDeadMessages',
        summary: 'Delete all dead messages.',
        answer: { schema: shapes.DeletedMessages, example: queueExamples.deleted },
      }),
    },
    '/q/{id}/dead/{message}/replay': {
      post: dead({
        operationId: 'replayMessage',
        summary: 'Put a dead message back as if it had never been handed out.',
        answer: { schema: shapes.Published, example: queueExamples.published },
        ofMessage: true,
      }),
    },
    '/q/{id}/status': { get: queueStatus(deps.base) },
  }
}

type Shape = { schema: z.ZodType; example: unknown }

function publishWhole(): NamedOperation {
  const json = { schema: {}, example: EXAMPLE_MESSAGE }
  return {
    ...publishing({
      operationId: 'publish',
      summary: 'Publish: the body is the message.',
      request: null,
      answer: { schema: shapes.Published, example: queueExamples.published },
    }),
    requestBody: {
      required: true,
      content: {
        'application/json': json,
        'text/plain': { schema: { type: 'string' } },
        'application/x-www-form-urlencoded': { schema: { type: 'object' } },
        'multipart/form-data': { schema: { type: 'object' } },
      },
    },
  }
}

function publishing(named: {
  operationId: string
  summary: string
  request: Shape | null
  answer: Shape
}): NamedOperation {
  const { request, operationId, summary } = named
  return operation({
    ...KEY,
    operationId,
    summary,
    parameters: [QUEUE_ID, DRY_RUN, IDEMPOTENCY_KEY],
    ...(request ? { requestBody: { required: true, content: content(request) } } : {}),
    responses: {
      201: answer('Stored, and flushed to disk.', named.answer, ['Idempotent-Replayed']),
      200: answer('A dry run: what would happen.', {
        schema: shapes.PublicationDryRun,
        example: queueExamples.publicationDryRun,
      }),
      ...refusals(OF_PUBLISHING, { as: 'json' }),
    },
  })
}

function call(named: {
  operationId: string
  summary: string
  description?: string
  request: Shape
  answer: Shape
  refuses?: readonly RefusalCode[]
}): NamedOperation {
  const { request, answer: answered, refuses = [], ...rest } = named
  return operation({
    ...KEY,
    ...rest,
    parameters: [QUEUE_ID, DRY_RUN],
    requestBody: { required: false, content: content(request) },
    responses: {
      200: orDryRun('What was done.', answered),
      ...refusals([...OF_CALLS, ...AT_THE_DOOR, 'payload_too_large', ...refuses], { as: 'json' }),
    },
  })
}

function dead(named: {
  operationId: string
  summary: string
  answer: Shape
  ofMessage?: true
}): NamedOperation {
  const { answer: answered, ofMessage, ...rest } = named
  const message = { name: 'message', in: 'path', required: true, schema: { type: 'string' } }
  const unknown: RefusalCode[] = ofMessage ? ['message_not_found'] : []
  return operation({
    ...KEY,
    ...rest,
    parameters: ofMessage ? [QUEUE_ID, message, DRY_RUN] : [QUEUE_ID, DRY_RUN],
    responses: {
      200: orDryRun('It is done.', answered),
      ...refusals([...AT_THE_DOOR, ...unknown], { as: 'json' }),
    },
  })
}

function answer(description: string, shape: Shape, names: readonly HeaderName[] = []): Answer {
  return { description, headers: headers(names), content: content(shape) }
}

function orDryRun(description: string, { schema, example }: Shape): Answer {
  const either = { anyOf: [referenceTo(schema), referenceTo(shapes.QueueDryRun)] }
  const examples = { done: { value: example }, dry_run: { value: queueExamples.dryRun } }
  return { description, content: { 'application/json': { schema: either, examples } } }
}

function content({ schema, example }: Shape) {
  return { 'application/json': { schema: referenceTo(schema), example } }
}

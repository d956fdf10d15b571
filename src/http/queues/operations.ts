import type { z } from 'zod'
import type { Scope } from '../../domain/accounts/scope.ts'
import { MAX_MESSAGES, MAX_WAIT_SECONDS } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { DeclaredAnswer, PublicOperation } from '../kernel/register-route.ts'
import { exampleStatus, unknownEndpoint } from '../schema/endpoint-answers.ts'
import { DRY_RUN, IDEMPOTENCY_KEY, type Parameter, QUEUE_ID } from '../schema/parameters.ts'
import {
  EXAMPLE_LEASE_ID,
  EXAMPLE_MESSAGE,
  EXAMPLE_QUEUE_ID,
  queueExamples,
} from '../schema/queue-examples.ts'
import { QueueInfo, QueueStatus } from '../schema/schemas.ts'
import { AckRequest, BatchRequest, MessageRequest, PeekRequest, PullRequest } from './inputs.ts'
import * as shapes from './message-shape.ts'

/** Media types of a message. */
export const QUEUE_ACCEPTS = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]

type Shape = { schema: z.ZodType; example: unknown }

/** Returns the credentials: a key of the queue, or one of its owner with these scopes. */
function keys(...scopes: Scope[]): NonNullable<PublicOperation['security']> {
  return [{ queueKey: [] }, { key: scopes }]
}
const PUBLISHES = { tag: 'queue', security: keys('write') } as const
const READS = { tag: 'queue', security: keys('read') } as const
const CONSUMES = { tag: 'queue', security: keys('read', 'write') } as const
const KEY_REFUSALS = ['key_missing', 'endpoint_not_found'] as const
const MESSAGE: Parameter = {
  name: 'message',
  in: 'path',
  required: true,
  description: 'The id of the message.',
  schema: { type: 'string' },
}
const CURSOR: Parameter = {
  name: 'cursor',
  in: 'query',
  required: false,
  description: 'The next_cursor of the previous page.',
  schema: { type: 'string' },
}

/** Declares `POST /q/{id}`. */
export const PUBLISH: PublicOperation = {
  ...publishing({ schema: shapes.Published, example: queueExamples.published }),
  operationId: 'publish',
  summary: 'Publish: the body is the message.',
  body: {
    'application/json': { schema: {}, example: EXAMPLE_MESSAGE },
    'text/plain': { schema: { type: 'string' } },
    'application/x-www-form-urlencoded': { schema: { type: 'object' } },
    'multipart/form-data': { schema: { type: 'object' } },
  },
}

/** Declares the calls below `/q/{id}/messages`. */
export const PUBLISH_ONE: PublicOperation = {
  ...publishing({ schema: shapes.Published, example: queueExamples.published }),
  operationId: 'publishMessage',
  summary: 'Publish one message, now or after a delay.',
  body: json({ schema: MessageRequest, example: { body: EXAMPLE_MESSAGE, delay_seconds: 60 } }),
}
export const PUBLISH_BATCH: PublicOperation = {
  ...publishing({ schema: shapes.PublishedBatch, example: queueExamples.publishedBatch }),
  operationId: 'publishBatch',
  summary: `Publish up to ${MAX_MESSAGES} messages: all of them or none.`,
  body: json({ schema: BatchRequest, example: { messages: [{ body: EXAMPLE_MESSAGE }] } }),
}
export const PULL: PublicOperation = {
  ...consuming({ schema: shapes.PulledMessages, example: queueExamples.pulled }, ['pull_limit', 'call_rate']),
  operationId: 'pullMessages',
  summary: 'Pull messages, and hide them from all other consumers for a while.',
  description: `Oldest first. With wait_seconds (up to ${MAX_WAIT_SECONDS}) the response is sent as soon as there is a message.`,
  body: json({ schema: PullRequest, example: { batch_size: 10, wait_seconds: 20 } }),
}
export const ACKNOWLEDGE: PublicOperation = {
  ...consuming({ schema: shapes.Acknowledged, example: queueExamples.acknowledged }),
  operationId: 'acknowledgeMessages',
  summary: 'Delete processed messages, and return others for another attempt.',
  body: json({ schema: AckRequest, example: { acks: [{ lease_id: EXAMPLE_LEASE_ID }] } }),
}
export const PEEK: PublicOperation = {
  ...consuming({ schema: shapes.PeekedMessages, example: queueExamples.peeked }, ['pull_limit', 'call_rate']),
  ...READS,
  operationId: 'peekMessages',
  summary: 'Show the oldest messages that a pull would deliver.',
  body: json({ schema: PeekRequest, example: { batch_size: 5 } }),
}

/** Declares the calls below `/q/{id}/dead`. */
export const LIST_DEAD: PublicOperation = {
  ...READS,
  operationId: 'listDeadMessages',
  summary: 'List messages that were delivered too often, newest first.',
  parameters: [QUEUE_ID, CURSOR],
  answers: {
    200: { description: 'A page of messages.', schema: shapes.DeadMessages, example: queueExamples.dead },
  },
  refuses: ['value_invalid', ...KEY_REFUSALS, 'pull_limit', 'call_rate'],
}
export const DELETE_DEAD: PublicOperation = {
  ...CONSUMES,
  operationId: 'deleteDeadMessages',
  summary: 'Delete all dead messages.',
  parameters: [QUEUE_ID, DRY_RUN],
  answers: { 200: orDryRun('Done.', { schema: shapes.DeletedMessages, example: queueExamples.deleted }) },
  refuses: KEY_REFUSALS,
}
export const DELETE_ONE_DEAD: PublicOperation = {
  ...CONSUMES,
  operationId: 'deleteDeadMessage',
  summary: 'Delete one dead message.',
  parameters: [QUEUE_ID, MESSAGE, DRY_RUN],
  answers: { 200: orDryRun('Done.', { schema: shapes.DeletedMessages, example: queueExamples.deleted }) },
  refuses: [...KEY_REFUSALS, 'message_not_found'],
}
export const REPLAY: PublicOperation = {
  ...CONSUMES,
  operationId: 'replayMessage',
  summary: 'Put a dead message back as if it had never been delivered.',
  parameters: [QUEUE_ID, MESSAGE, DRY_RUN],
  answers: { 200: orDryRun('Done.', { schema: shapes.Published, example: queueExamples.published }) },
  refuses: [...KEY_REFUSALS, 'message_not_found'],
}

/** Declares `GET /q/{id}`. */
export function describeQueue(base: string): PublicOperation {
  return {
    tag: 'queue',
    operationId: 'describeQueue',
    summary: 'Describe how to publish to this queue.',
    description: 'Markdown for clients that name it in Accept, JSON for all others. It needs no key.',
    parameters: [QUEUE_ID],
    answers: {
      200: {
        description: 'The status, and the media types that the queue accepts.',
        schema: QueueInfo,
        example: { ...exampleQueueStatus(base), accepts: QUEUE_ACCEPTS },
        media: ['text/markdown'],
      },
      404: { ...unknownEndpoint('No such queue.'), media: ['text/markdown'] },
    },
    refuses: ['endpoint_expired', 'endpoint_retired'],
    refusesAs: 'json or markdown',
  }
}

/** Declares `GET /q/{id}/status`. */
export function queueStatus(base: string): PublicOperation {
  return {
    tag: 'queue',
    security: [{}, ...READS.security],
    operationId: 'probeQueue',
    summary: 'The claim-status probe; with a key also the number of messages.',
    parameters: [QUEUE_ID],
    answers: {
      200: {
        description: 'The public facts of the queue, and its counts for a key.',
        schema: QueueStatus,
        example: exampleQueueStatus(base),
      },
      404: unknownEndpoint('No such queue, or not the queue of this key.'),
    },
  }
}

function exampleQueueStatus(base: string) {
  return exampleStatus(base, { queue_id: EXAMPLE_QUEUE_ID, queue_url: `${base}/q/${EXAMPLE_QUEUE_ID}` })
}

function publishing(published: Shape) {
  return {
    ...PUBLISHES,
    parameters: [QUEUE_ID, DRY_RUN, IDEMPOTENCY_KEY],
    answers: {
      201: { ...published, description: 'Stored, and flushed to disk.', headers: ['Idempotent-Replayed'] },
      200: {
        description: 'A dry run: what would happen.',
        schema: shapes.PublicationDryRun,
        example: queueExamples.publicationDryRun,
      },
    },
    refuses: [
      ...KEY_REFUSALS,
      'message_invalid',
      'endpoint_expired',
      'endpoint_retired',
      'message_too_large',
      'queue_frozen',
      'monthly_quota',
      'call_rate',
      'submit_rate',
    ],
  } satisfies Partial<PublicOperation>
}

function consuming(done: Shape, refuses: readonly RefusalCode[] = []) {
  return {
    ...CONSUMES,
    parameters: [QUEUE_ID, DRY_RUN],
    isBodyOptional: true,
    answers: { 200: orDryRun('Done.', done) },
    refuses: [
      'message_invalid',
      'body_unparsable',
      'unsupported_media_type',
      ...KEY_REFUSALS,
      'payload_too_large',
      ...refuses,
    ],
  } satisfies Partial<PublicOperation>
}

function orDryRun(description: string, { schema, example }: Shape): DeclaredAnswer {
  const examples = { done: { value: example }, dry_run: { value: queueExamples.dryRun } }
  return { description, schema: [schema, shapes.QueueDryRun], examples }
}

function json(body: Shape): NonNullable<PublicOperation['body']> {
  return { 'application/json': body }
}

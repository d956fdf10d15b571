import type { z } from 'zod'
import { ACCOUNT_SCOPES } from '../../actions/queues/queue-access.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { DeclaredAnswer, PublicOperation } from '../kernel/register-route.ts'
import { DRY_RUN, IDEMPOTENCY_KEY, type Parameter, QUEUE_ID } from '../schema/parameters.ts'
import { queueExamples } from '../schema/queue-examples.ts'
import * as shapes from './message-shape.ts'
import type { QueueCall } from './queue-request.ts'

/** Part of the description of a call in the API reference that cannot be derived from the call. */
export type DescribedCall = Pick<PublicOperation, 'operationId' | 'summary' | 'description' | 'query'> & {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Below `/q/{id}`. */
  path: string
  call: Pick<QueueCall<unknown>, 'operation' | 'input'>
  /** An example of the JSON that it sends. */
  example?: unknown
  /** A body without a schema, by media type. */
  body?: PublicOperation['body']
  answer: { schema: z.ZodType; example: unknown }
  /** Refusals of its own; those of its key, its body and its operation are added. */
  refuses?: readonly RefusalCode[]
}

const MESSAGE: Parameter = {
  name: 'message',
  in: 'path',
  required: true,
  description: 'The id of the message.',
  schema: { type: 'string' },
}
const PUBLISHING: readonly RefusalCode[] = [
  'message_invalid',
  'endpoint_expired',
  'endpoint_retired',
  'endpoint_suspended',
  'message_too_large',
  'queue_frozen',
  'monthly_quota',
  'call_rate',
  'submit_rate',
]
const READING_JSON: readonly RefusalCode[] = [
  'message_invalid',
  'body_unparsable',
  'unsupported_media_type',
  'payload_too_large',
]

/** Returns the description of a call for the API reference. */
export function describeCall(described: DescribedCall): PublicOperation {
  const { method = 'POST', path, call, body, example, answer: _answer, refuses = [], ...words } = described
  const { operation, input } = call
  const publishes = operation === 'publish'
  const json = input === null ? body : { 'application/json': { schema: input, example } }
  return {
    ...words,
    tag: 'queue',
    security: [{ queueKey: [] }, { key: ACCOUNT_SCOPES[operation] }],
    parameters: [
      QUEUE_ID,
      ...(path.includes(':message') ? [MESSAGE] : []),
      ...(method === 'GET' ? [] : [DRY_RUN]),
      ...(publishes ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(json ? { body: json } : {}),
    ...(publishes ? {} : { isBodyOptional: true }),
    answers: toAnswers(described),
    refuses: [
      'key_missing',
      'endpoint_not_found',
      ...(publishes ? PUBLISHING : input === null ? [] : READING_JSON),
      ...refuses,
      ...(operation === 'read' ? (['pull_limit', 'call_rate'] as const) : []),
    ],
  }
}

function toAnswers({ method, call, answer }: DescribedCall): Record<number, DeclaredAnswer> {
  const { schema, example } = answer
  if (method === 'GET') return { 200: { description: 'A page of messages.', ...answer } }
  if (call.operation !== 'publish') {
    const examples = { done: { value: example }, dry_run: { value: queueExamples.dryRun } }
    return { 200: { description: 'Done.', schema: [schema, shapes.QueueDryRun], examples } }
  }
  return {
    201: { ...answer, description: 'Stored, and flushed to disk.', headers: ['Idempotent-Replayed'] },
    200: {
      description: 'A dry run: what would happen.',
      schema: shapes.PublicationDryRun,
      example: queueExamples.publicationDryRun,
    },
  }
}

import { IDLE_DAYS } from '../../../domain/endpoints/endpoint.ts'
import { QUEUE } from '../../../domain/endpoints/kinds/queue.ts'
import { MESSAGE_RETENTION_DAYS } from '../../../domain/queues/queue.ts'
import type { HttpDeps } from '../../deps.ts'
import { EXAMPLE_QUEUE_ID } from '../../schema/queue-examples.ts'
import { json, type NamedOperation, operation, refusals } from './answers.ts'
import { AS_FORMS, creation, exampleStatus, unknownEndpoint } from './kind-operations.ts'
import { QUEUE_ID } from './parameters.ts'

export const QUEUE_TAG_NAME = 'queue'
/** A key of the queue, or one of its owner. */
export const QUEUE_KEY: NonNullable<NamedOperation['security']> = [{ queueKey: [] }, { key: [] }]

/** `POST /q/new`. */
export function queueCreation({ base }: Pick<HttpDeps, 'base'>): NamedOperation {
  const url = `${base}/q/${EXAMPLE_QUEUE_ID}`
  const example = {
    queue_url: url,
    queue_id: EXAMPLE_QUEUE_ID,
    api_key: 'qk_…',
    unclaimed: true,
    claim_note:
      'Unclaimed: with the first message the recipient gets an email with a one-click claim link. …',
    status_url: `${url}/status`,
    expires_at: '2026-12-20T10:00:00.000Z',
    limits: {
      lifetime_messages: QUEUE.unclaimedCap,
      idle_days: IDLE_DAYS,
      retention_days: MESSAGE_RETENTION_DAYS,
    },
  }
  return creation(base, {
    operationId: 'createQueue',
    summary: 'Create a queue.',
    description: AS_FORMS,
    tags: [QUEUE_TAG_NAME],
    made: json('The queue is live; Location names it. The key is shown this once.', {
      schema: 'CreatedQueue',
      example,
    }),
    as: 'json',
  })
}

/** `GET /q/{id}/status`. */
export function queueStatus(base: string): NamedOperation {
  const url = `${base}/q/${EXAMPLE_QUEUE_ID}`
  const example = exampleStatus(base, { queue_id: EXAMPLE_QUEUE_ID, queue_url: url })
  return operation({
    tags: [QUEUE_TAG_NAME],
    security: [{}, ...QUEUE_KEY],
    operationId: 'probeQueue',
    summary: 'The claim-status probe; with a key also how much there is.',
    parameters: [QUEUE_ID],
    responses: {
      200: json('What anybody may know, and what the key may.', { schema: 'QueueStatus', example }),
      404: unknownEndpoint('There is no such queue, or it is not that of the key.'),
      ...refusals(['key_invalid', 'scope_missing'], { as: 'json' }),
    },
  })
}
